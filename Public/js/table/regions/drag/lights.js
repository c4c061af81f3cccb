// @ts-check
/** Light on places and items where something may go, brighter under the hand. Invariant: out, nothing is lit. */

export class Lights {
  /** @type {Set<Element>} */
  #lit = new Set();
  #key = "";

  /** @param {import("../view.js").View} view */
  constructor(view) {
    this.view = view;
  }

  /**
   * @param {{to:ReadonlySet<string>, onto:ReadonlySet<number>, home?:string}} targets
   * @param {import("../../../model/store.js").Target|null} over
   */
  on({ to, onto, home }, over) {
    const key = `${[...to]} ${[...onto]} ${home} ${over?.in} ${over?.onto}`;
    if (key === this.#key) return;
    this.out();
    this.#key = key;
    for (const place of to) {
      const root = this.view.place(place)?.root;
      if (root) this.#mark(root, place === over?.in && over.onto === undefined, place !== home);
    }
    for (const item of onto) {
      const element = this.view.elements.get(item);
      if (element) this.#mark(element, item === over?.onto, true);
    }
    const aimed = over ? this.view.place(over.in)?.root : undefined;
    for (const element of [aimed, aimed?.closest(".region")]) {
      element?.classList.add("targeted");
      if (element) this.#lit.add(element);
    }
  }

  /** @param {Element} element @param {boolean} over @param {boolean} legal */
  #mark(element, over, legal) {
    element.classList.toggle("legal", legal);
    element.classList.toggle("over", over);
    this.#lit.add(element);
  }

  out() {
    this.#key = "";
    for (const element of this.#lit) element.classList.remove("legal", "over", "targeted");
    this.#lit.clear();
  }
}
