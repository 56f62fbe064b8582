// Chooses the page by its address, and does what all pages share.

import { api } from "./lib/api.js";
import { find, h } from "./lib/dom.js";
import { Keep, storage } from "./lib/keep.js";
import { learnShapes } from "./scene/shapes.js";
import { isDark } from "./stage/theme.js";

/** @type {Record<string, (main: HTMLElement) => Promise<void>>} */
const PAGES = {
  "index.html": async (main) => {
    prepare();
    const [{ Studio }, schema] = await Promise.all([import("./pages/studio.js"), api.schema()]);
    learnShapes(schema);
    const studio = new Studio(schema);
    main.replaceChildren(studio.element);
    Object.assign(window, { caromStudio: studio });
    const asked = new URLSearchParams(location.search);
    const name = asked.get("scene");
    if (name) await studio.pick(name, "open");
    else if (!studio.guide.open(asked.get("guide"), "open")) await studio.begin();
    studio.player.prepare();
    // First the sound, then what else there is.
    await studio.made;
    studio.strip.fill(await api.gallery());
  },
  "compare.html": async (main) => {
    const [{ Compare }, schema] = await Promise.all([import("./pages/compare.js"), api.schema()]);
    learnShapes(schema);
    const compare = new Compare(schema);
    main.replaceChildren(compare.element);
    compare.begin();
  },
  "gallery.html": async (main) => {
    const [{ gallery }, schema] = await Promise.all([import("./pages/gallery.js"), api.schema()]);
    learnShapes(schema);
    main.replaceChildren(gallery(await api.gallery()));
  },
  "collide.html": async (main) => {
    const [{ Collide }, schema, examples] = await Promise.all([
      import("./pages/collide.js"),
      api.collisionSchema(),
      api.collisions(),
    ]);
    const collide = new Collide(schema, examples);
    main.replaceChildren(collide.element);
    await collide.begin();
  },
  "calibrate.html": async (main) => {
    const [{ Calibrate }, trials] = await Promise.all([import("./pages/calibrate.js"), api.trials()]);
    const calibrate = new Calibrate(trials);
    main.replaceChildren(calibrate.element);
    await calibrate.begin();
  },
  "listen.html": async (main) => {
    const [{ Listen }, entries] = await Promise.all([import("./pages/listen.js"), api.gallery()]);
    const listen = new Listen(entries);
    main.replaceChildren(listen.element);
    listen.begin();
  },
};

/** On a first visit it is known what will be struck: it is made while the page is yet to come. */
async function prepare() {
  const isFirst = !location.search && !location.hash && !new Keep(storage).work();
  api.prepare();
  if (isFirst) api.prepare((await api.start()).scene);
}

async function begin() {
  const main = find("#main") ?? document.body;
  const name = location.pathname.split("/").pop() || "index.html";
  for (const link of document.querySelectorAll("nav a")) {
    if ((link.getAttribute("href") ?? "").replace("./", "") !== name) continue;
    link.setAttribute("aria-current", "page");
    document.title = `Carom: ${(link.textContent ?? "").toLowerCase()}`;
  }
  themeButton();
  find(".skip")?.addEventListener("click", (event) => {
    const object = find(".stage-object canvas");
    if (object) event.preventDefault();
    (object ?? main).focus();
  });
  try {
    await (PAGES[name] ?? PAGES["index.html"])(main);
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
  const chosen = storage.getItem("theme");
  if (chosen) choose(chosen);
  find(".theme")?.addEventListener("click", () => {
    const theme = isDark() ? "light" : "dark";
    choose(theme);
    storage.setItem("theme", theme);
  });
}

begin();
