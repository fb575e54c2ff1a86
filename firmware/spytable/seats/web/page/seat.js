// One seat on the page: a panel pixel for pixel, its lamp, and four keys right below their labels.

const WIDTH = 128;
const HEIGHT = 64;
const LIT = [217, 236, 255];
const DARK = [0, 0, 0];
const CLICK_AFTER = 500; // ms within which a click still belongs to the press that began it
export const held = { after: 1000 }; // ms after which a key that is still down is held, as on a wired seat

export class Seat {
  number;
  colour = null;
  labels = [null, null, null, null];
  aside = false;
  prompt = 0;
  lamp = "off";
  element;

  #words;
  #name;
  #canvas;
  #drawing;
  #keys;
  #press;
  #holds = new Map(); // key -> the timer that tells that it is held
  #spoken;
  #whose; // whose words they are: a page with all seats reads all of them
  #said = ""; // the words that stand there now
  #language = ""; // a seat may have a language of its own
  #colourWord = null;
  #given; // the field with the name that the player gave
  #givenName = "";

  /** press(seat, key, prompt, held) is called for each press, and once more for one that lasts; codes: the keyboard keys K1 to K4, as [code, cap].
      named(seat, name) is called when the player gives a name. */
  constructor(number, name, words, codes, press, named) {
    this.number = number;
    this.#name = name;
    this.#words = words;
    this.#press = press;
    this.element = document.getElementById("seat").content.firstElementChild.cloneNode(true);
    this.element.dataset.seat = number;
    this.#canvas = this.element.querySelector("canvas");
    this.#drawing = this.#canvas.getContext("2d", { willReadFrequently: true });
    this.element.querySelector(".name a").href = `/seat/${number}`;
    this.#spoken = this.element.querySelector(".spoken");
    this.#whose = this.#spoken.querySelector(".whose");
    this.#given = this.element.querySelector(".given");
    this.#given.placeholder = words.name;
    this.#given.setAttribute("aria-label", `${name}: ${words.name}`);
    this.#given.addEventListener("change", () => named(this, this.#given.value));
    this.#given.addEventListener("keydown", (event) => { if (event.key === "Enter") this.#given.blur(); });
    const group = this.element.querySelector(".keys");
    group.setAttribute("aria-label", `${name}: ${words.keys}`);
    this.#keys = [1, 2, 3, 4].map((key) => this.#makeKey(group, key, codes[key - 1]));
    this.dark();
    this.#describe();
  }

  /** The seat's name, with the colour that plays there. */
  get called() {
    const name = this.#givenName || this.#name;
    return this.#colourWord ? `${name} · ${this.#colourWord}` : name;
  }

  show(screen) {
    this.prompt = screen.prompt;
    this.labels = screen.labels;
    this.aside = screen.aside;
    this.colour = screen.colour;
    this.#colourWord = screen.colour_word;
    this.#givenName = screen.name;
    if (document.activeElement !== this.#given) this.#given.value = screen.name;
    this.#draw(Uint8Array.from(atob(screen.picture), (letter) => letter.charCodeAt(0)));
    this.#language = screen.language;
    this.#say(screen.words);
    this.#describe();
  }

  light(lamp) {
    this.lamp = lamp;
    this.#describe();
  }

  /** Panel and lamp go dark. */
  dark() {
    this.lamp = "off";
    this.#draw(new Uint8Array(WIDTH * HEIGHT / 8));
    this.#say([]);
    this.#describe();
  }

  /** The table is away: keys do nothing. */
  away(away) {
    for (const key of this.#keys) key.setAttribute("aria-disabled", String(away));
  }

  /** A key of the keyboard goes down or up. */
  keyDown(key, down) {
    this.#keys[key - 1].classList.toggle("down", down);
    if (down) this.#down(key);
    else this.#up(key);
  }

  /** A press counts at once; held, it is told again with the prompt of its beginning. */
  #down(key) {
    this.#up(key);
    const prompt = this.prompt;
    this.#press(this, key, prompt, false);
    this.#holds.set(key, setTimeout(() => this.#press(this, key, prompt, true), held.after));
  }

  #up(key) {
    clearTimeout(this.#holds.get(key));
    this.#holds.delete(key);
  }

  #makeKey(group, key, [, cap]) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "key";
    button.dataset.key = key;
    const name = document.createElement("span");
    name.className = "key-name";
    name.textContent = `K${key}`;
    const hint = document.createElement("kbd");
    hint.textContent = cap;
    button.append(name, hint);
    // A press counts when the finger comes down, as on a real key. The click that follows is the same press; a click
    // that follows nothing comes from a screen reader, and is a press of its own.
    let pressedAt = -Infinity;
    let fingers = 0;
    button.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      fingers += 1;
      pressedAt = event.timeStamp;
      this.#down(key);
    });
    const release = (event) => {
      if (fingers > 0) pressedAt = event.timeStamp;
      fingers = 0;
      this.#up(key);
    };
    for (const kind of ["pointerup", "pointercancel", "pointerleave"]) button.addEventListener(kind, release);
    button.addEventListener("click", (event) => {
      // By when it happened, not when a busy page comes to it: else a tap would count twice there.
      const same = fingers > 0 || event.timeStamp - pressedAt < CLICK_AFTER;
      pressedAt = -Infinity;
      if (same) return;
      this.#down(key);
      this.#up(key);
    });
    // Enter and Space press as a finger does: their own clicks come at either end, and tell of no hold.
    button.addEventListener("keydown", (event) => {
      if (event.code !== "Enter" && event.code !== "Space") return;
      event.preventDefault();
      if (!event.repeat) this.#down(key);
    });
    button.addEventListener("keyup", (event) => {
      if (event.code !== "Enter" && event.code !== "Space") return;
      event.preventDefault();
      this.#up(key);
    });
    button.addEventListener("blur", () => this.#up(key));
    button.addEventListener("contextmenu", (event) => event.preventDefault());
    group.append(button);
    return button;
  }

  #draw(bits) {
    const image = this.#drawing.createImageData(WIDTH, HEIGHT);
    for (let i = 0; i < WIDTH * HEIGHT; i++) {
      const lit = bits[i >> 3] & (128 >> (i & 7));
      image.data.set(lit ? LIT : DARK, i * 4);
      image.data[i * 4 + 3] = 255;
    }
    this.#drawing.putImageData(image, 0, 0);
  }

  /** What is told to whoever does not see the panel. Put there anew, it is read anew: only where it is other words. */
  #say(told) {
    const said = JSON.stringify(told);
    if (said === this.#said) return;
    this.#said = said;
    const lines = told.map((word) => {
      const line = document.createElement("p");
      line.lang = this.#language;
      line.textContent = word;
      return line;
    });
    this.#spoken.replaceChildren(this.#whose, ...lines);
  }

  #describe() {
    const words = this.#words;
    this.element.dataset.colour = this.colour || "none";
    this.element.dataset.lamp = this.lamp;
    this.element.setAttribute("aria-label", this.called);
    if (this.#whose.textContent !== this.called) this.#whose.textContent = this.called;
    const way = this.element.querySelector(".name a");
    way.textContent = this.called;
    way.title = words.alone;
    this.element.querySelector(".lamp-word").textContent = words[`lamp_${this.lamp}`];
    this.#canvas.setAttribute("aria-label", `${this.#name}: ${words.panel}`);
    this.#keys.forEach((button, i) => {
      const label = this.labels[i];
      button.classList.toggle("unused", label === null);
      button.setAttribute("aria-label", `K${i + 1}: ${label === null ? words.unused : label}`);
      button.lang = label === null ? "" : this.#language;
    });
  }
}
