// Chooses the page by its address, and does what all pages share.

import { api } from "./lib/api.js";
import { find, h } from "./lib/dom.js";
import { Calibrate } from "./pages/calibrate.js";
import { Collide } from "./pages/collide.js";
import { Compare } from "./pages/compare.js";
import { gallery } from "./pages/gallery.js";
import { Listen } from "./pages/listen.js";
import { Studio } from "./pages/studio.js";
import { learnShapes } from "./scene/shapes.js";
import { isDark } from "./stage/theme.js";

/** @type {Record<string, (main: HTMLElement, schema: any) => Promise<void>>} */
const PAGES = {
  "index.html": async (main, schema) => {
    const studio = new Studio(schema, await api.gallery());
    main.replaceChildren(studio.element);
    /** @type {any} */ (window).caromStudio = studio;
    const asked = new URLSearchParams(location.search);
    const name = asked.get("scene");
    if (name) await studio.pick(name, "open");
    else if (studio.guide.open(asked.get("guide"))) return;
    else await studio.begin();
  },
  "compare.html": async (main, schema) => {
    const compare = new Compare(schema);
    main.replaceChildren(compare.element);
    await compare.begin();
  },
  "gallery.html": async (main) => {
    main.replaceChildren(gallery(await api.gallery()));
  },
  "collide.html": async (main) => {
    const collide = new Collide(...(await api.collisions()));
    main.replaceChildren(collide.element);
    await collide.begin();
  },
  "calibrate.html": async (main) => {
    const calibrate = new Calibrate(await api.trials());
    main.replaceChildren(calibrate.element);
    await calibrate.begin();
  },
  "listen.html": async (main) => {
    const listen = new Listen(await api.gallery());
    main.replaceChildren(listen.element);
    listen.begin();
  },
};

async function begin() {
  const main = find("#main");
  const name = location.pathname.split("/").pop() || "index.html";
  for (const link of document.querySelectorAll("nav a")) {
    if ((link.getAttribute("href") ?? "").replace("./", "") !== name) continue;
    link.setAttribute("aria-current", "page");
    document.title = `Carom: ${(link.textContent ?? "").toLowerCase()}`;
  }
  themeButton();
  find(".skip").addEventListener("click", (/** @type {Event} */ event) => {
    const object = find(".stage-object canvas");
    if (object) event.preventDefault();
    (object ?? main).focus();
  });
  try {
    const schema = await api.schema();
    learnShapes(schema);
    await (PAGES[name] ?? PAGES["index.html"])(main, schema);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    main.replaceChildren(h("p", { class: "message", role: "alert" }, message));
    throw error;
  }
}

/** Light or dark as the system prefers, until the button is pressed. */
function themeButton() {
  const dark = /** @type {HTMLLinkElement} */ (find("#dark"));
  const choose = (/** @type {string} */ theme) => {
    dark.media = theme === "dark" ? "all" : "not all";
    document.documentElement.dataset.theme = theme;
  };
  const chosen = localStorage.getItem("theme");
  if (chosen) choose(chosen);
  find(".theme").addEventListener("click", () => {
    const theme = isDark() ? "light" : "dark";
    choose(theme);
    localStorage.setItem("theme", theme);
  });
}

begin();
