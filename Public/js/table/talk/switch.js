// @ts-check
/** The host's switch in the invitation: whether the players of this table can write to each other. */
import { attribute, find, make } from "../../view/dom.js";
import { worded } from "../../view/worded.js";

export class ChatSwitch {
  /** What was asked is not answered yet. */
  #isAsked = false;

  /** @param {HTMLElement} root of the page @param {(on:boolean, answered:() => void) => void} turn */
  constructor(root, turn) {
    this.box = make("input");
    this.box.type = "checkbox";
    this.box.name = "chat";
    const knob = make("i");
    attribute(knob, "aria-hidden", "true");
    this.root = make("label", "switch chat-switch", this.box, knob,
      make("span", "", worded("span", "", "talk.chat"), worded("small", "", "talk.chatHint")));
    find(root, "#about .inviting", HTMLElement).after(this.root);
    this.box.addEventListener("change", () => {
      this.#isAsked = true;
      turn(this.box.checked, () => { this.#isAsked = false; });
    });
  }

  /** @param {boolean} isHost @param {boolean} on */
  show(isHost, on) {
    this.root.hidden = !isHost;
    if (!this.#isAsked) this.box.checked = on;
  }
}
