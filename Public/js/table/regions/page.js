// @ts-check
/** The page of a board that is not patience: wires room, view, hands and dialogs together and shows what they know. */
import { Certainty } from "../../model/certainty.js";
import { goneWords, refusal } from "../../model/words.js";
import { t } from "../../words/say.js";
import { Transfer } from "../../transfer/transfer.js";
import { allow, find, write } from "../../view/dom.js";
import { FlowConduct } from "./flow-conduct.js";
import { Flights } from "./drag/flights.js";
import { Flip } from "./drag/flip.js";
import { Geometry } from "./drag/geometry.js";
import { Outside } from "./drag/outside.js";
import { Parting } from "./drag/parting.js";
import { Shades } from "./drag/shades.js";
import { RoomPage } from "../room-page.js";
import { nameOf, showSeats } from "../seats.js";
import { Sheets } from "./sheets.js";
import { View } from "./view.js";

/** @extends {RoomPage<import("../../model/table.js").Content>} */
export class BoardPage extends RoomPage {
  /** Where hands are was told since they were shown. */
  #told = false;

  /** @param {string} id @param {import("../../main.js").App} app */
  constructor(id, app) {
    super(id, app, "board-page", new Certainty());
    this.view = new View(this.boardRoot, {
      press: (region) => this.room.tap(region),
      edit: (region, on) => this.room.edit(region, on),
    });
    this.flip = new Flip(this.view.elements, this.motion);
    this.flights = new Flights(this.view, this.motion);
    this.geometry = new Geometry(this.view, this.signal);
    this.parting = new Parting(this.view, this.geometry);
    this.shades = new Shades(this);
    this.sheets = new Sheets(this.root);
    /** @type {FlowConduct} */
    this.conduct = new FlowConduct(this, this.signal);
    this.outside = new Outside(this);
    this.transfer = new Transfer(this);
    this.#buttons();
  }

  /** The page is on the screen now; the doorway has let us in. */
  enter() {
    this.show();
  }

  leave() {
    this.sheets.close();
    this.conduct.escape();
    this.flights.clear();
    this.transfer.leave();
    super.leave();
  }

  /**
   * @param {import("../../net/messages.js").ServerMessage[]} messages
   * @param {boolean} whole all lines could be read
   */
  heard(messages, whole) {
    super.heard(messages, whole);
    // What hands hold is on the page before they are shown.
    if (!this.#told) return;
    this.#told = false;
    const others = this.showHands(this.room.store.live);
    // While our own hand is empty others may part the items.
    if (this.conduct.hand.holding === null && !this.outside.active) this.shades.part(others);
  }

  // What others may ask of the page.

  get shown() {
    return this.room.store.shown();
  }

  get version() {
    return this.room.store.table?.version ?? 0;
  }

  // Showing

  /** Shows everything as it is now. */
  show() {
    const { store } = this.room;
    const { table } = store;
    if (table) {
      const shown = store.shown();
      const seats = table.seats;
      const focused = this.conduct.focus.focused;
      if (this.view.moves(shown)) {
        this.flip.first();
        this.ghosts.settle();
        this.geometry.invalidate();
        this.conduct.focus.leaving(shown.piles);
      }
      this.view.show(store, (seat) => nameOf(seats, seat));
      this.conduct.refresh(focused);
      this.parting.again(this.geometry.stale);
      this.flights.go(store);
      this.flip.last();
    }
    this.waiting.show();
    this.#facts();
    this.conduct.bar.show();
    this.transfer.shown();
    this.settle();
  }

  #facts() {
    const { store, ended } = this.room;
    const { table, seat } = store;
    this.facts();
    for (const op of /** @type {const} */ (["undo", "redo"])) {
      allow(find(this.root, `#${op}`, HTMLButtonElement), this.playing && store.mayStep(op));
    }
    find(this.root, ".tools", HTMLElement).hidden = seat < 0 || ended;
    const gone = find(this.root, ".gone", HTMLElement);
    gone.hidden = !ended;
    if (ended) {
      const [title, words] = goneWords(this.room.endedBy, this.app.restarted, "board");
      write(find(gone, "#gone-title", HTMLElement), title);
      write(find(gone, "p", HTMLElement), words);
    }
    this.boardRoot.hidden = ended;
    if (!table) return;
    document.body.dataset.look = this.boardRoot.classList.contains("felted") ? "felt" : "plain";
    document.title = t("app.titleOf", { name: table.game.name });
    write(find(this.root, ".title", HTMLElement), table.game.name);
    const seats = find(this.root, "#seats", HTMLElement);
    showSeats(seats, table.seats, seat, table.admission.host, this.host.isHost);
  }

  hands() {
    this.#told = true;
  }

  /** @param {import("../../net/messages.js").LiveDrag} drag @param {string} name @param {string} home */
  shade(drag, name, home) {
    return this.shades.draw(drag, name, home);
  }

  /** @param {number} item */
  elementOf(item) {
    return this.view.elements.get(item);
  }

  /**
   * @param {import("../../net/conversation.js").Refusal} no @param {import("../../model/store.js").Intent|null} intent
   * @param {readonly number[]} [items] that it was about
   */
  refused(no, intent, items = []) {
    const taken = no.code === "leased" && items.length > 0;
    this.app.announcer.toast(taken ? this.conduct.taken(items) : refusal(no, intent?.op));
    if (intent) this.flights.refuse(intent);
    this.flip.first();
    this.show();
  }

  /** The board is gone: what was said of it no longer matters, and the focus goes to what is there instead. */
  ended() {
    this.sheets.close();
    this.host.close();
    this.conduct.escape();
    this.app.announcer.hush();
    this.show();
    find(this.root, "#gone-title", HTMLElement).focus();
  }

  #buttons() {
    const on = this.button.bind(this);
    on("#undo", () => this.conduct.step("undo"));
    on("#redo", () => this.conduct.step("redo"));
    this.conduct.bar.buttons(on);
  }
}
