// Which page is asked for, and what all of them share.

import { api } from "./lib/api.js";
import { find, h } from "./lib/dom.js";
import { Compare } from "./pages/compare.js";
import { gallery } from "./pages/gallery.js";
import { Studio } from "./pages/studio.js";
import { isDark } from "./stage/theme.js";

/** @type {Record<string, (main: HTMLElement) => Promise<void>>} */
const PAGES = {
  "/": async (main) => {
    const [schema, entries] = await Promise.all([api.schema(), api.gallery()]);
    const studio = new Studio(schema, entries);
    main.replaceChildren(studio.element);
    /** @type {any} */ (window).caromStudio = studio;
    const asked = new URLSearchParams(location.search).get("scene");
    if (asked) await studio.pick(asked, "open");
    else await studio.begin();
  },
  "/compare": async (main) => {
    const schema = await api.schema();
    const compare = new Compare(schema);
    main.replaceChildren(compare.element);
    await compare.begin();
  },
  "/gallery": async (main) => {
    main.replaceChildren(gallery(await api.gallery()));
  },
};

async function begin() {
  const main = find("#main");
  for (const link of document.querySelectorAll("nav a")) {
    if (link.getAttribute("href") === location.pathname) link.setAttribute("aria-current", "page");
  }
  themeButton();
  try {
    await (PAGES[location.pathname] ?? PAGES["/"])(main);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    main.replaceChildren(h("p", { class: "message", role: "alert" }, message));
    throw error;
  }
}

/** The system's choice, unless somebody chose. */
function themeButton() {
  const root = document.documentElement;
  const chosen = localStorage.getItem("theme");
  if (chosen) root.dataset.theme = chosen;
  find(".theme").addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    localStorage.setItem("theme", root.dataset.theme);
  });
}

begin();
