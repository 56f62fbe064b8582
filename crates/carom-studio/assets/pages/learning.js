// Recordings become an object that is struck. They are learned beside the page: what sounds goes on meanwhile, and if
// nothing can be learned, afterwards too.

import { api, errorText } from "../lib/api.js";

/** Whether a file is a sound, by its name or by what the browser takes it for. @param {File} file */
export const isSound = ({ name, type }) => type.startsWith("audio/") || /\.(wave?|flac)$/i.test(name);

export class Learning {
  /** @param {import("./studio.js").Studio} studio */
  constructor(studio) {
    this.studio = studio;
    /** The recordings that were asked about last. @type {File[] | null} */
    this.files = null;
  }

  /** Makes an object of recordings of it; of several questions only the newest is answered. @param {File[]} files */
  async learn(files) {
    const { notes } = this.studio;
    if (this.files) api.stopLearning();
    this.files = files;
    notes.show(null);
    notes.work(`Listening to ${files.map(({ name }) => name).join(", ")}…`, () => api.stopLearning());
    try {
      const { scene: text, warnings } = await api.learn(files);
      const { scene } = await api.parse(text);
      if (this.files === files) this.open(scene, warnings);
    } catch (error) {
      if (this.files === files) notes.refuse(errorText(error));
    }
    if (this.files !== files) return;
    this.files = null;
    notes.work(null);
  }

  /** @param {import("../../browser/types/scene.js").Scene} scene @param {string[]} warnings */
  open(scene, warnings) {
    const { studio } = this;
    studio.player.wake();
    studio.open(scene, "pick", "new");
    studio.notes.know(warnings);
  }
}
