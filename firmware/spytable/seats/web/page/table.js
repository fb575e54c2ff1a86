// The page: the seats in play as they sit around the table, the keyboard, and what the table says.

import { Link } from "/link.js";
import { Seat, held } from "/seat.js";
import { Sound } from "/sound.js";

// Keys by where they lie, not by the letter on them: the four rows of any keyboard are the four seats.
const ROWS = {
  1: ["Digit1", "Digit2", "Digit3", "Digit4"],
  2: ["KeyQ", "KeyW", "KeyE", "KeyR"],
  3: ["KeyA", "KeyS", "KeyD", "KeyF"],
  4: ["KeyZ", "KeyX", "KeyC", "KeyV"],
};

const body = document.body;
const board = document.getElementById("seats");
const notice = document.getElementById("notice");
const soundSwitch = document.getElementById("sound-switch");
const volume = document.getElementById("volume");

const alone = Number((location.pathname.match(/^\/seat\/([1-4])$/) || location.hash.match(/^#seat=([1-4])$/) || [])[1]) || null;
const seats = new Map();
const dots = new Map(); // seat -> its place on the small round table
const keyboard = new Map(); // code -> [seat, key]
let words = null;
let page = null;
let arranged = "";

// A seat's own page is silent until it is switched on: four phones must not talk over each other.
const sound = new Sound(alone ? "spytable.sound.seat" : "spytable.sound", !alone, showSound);
const link = new Link(alone, hear, linkChanged);

function hear(message) {
  if (message.is === "hello") hello(message);
  else if (message.is === "screen") { seats.get(message.seat)?.show(message); arrange(); }
  else if (message.is === "lamp") { seats.get(message.seat)?.light(message.lamp); drawRound(); }
  else if (message.is === "sound") sound.play(message.name, message.clip, message.at_once);
  else if (message.is === "quiet") sound.stop();
  else if (message.is === "closing") {
    sound.stop();
    for (const seat of seats.values()) seat.dark();
    drawRound();
  }
}

function hello(message) {
  // The table was updated while this page was open: its page may speak otherwise than this one.
  if (page !== null && page !== message.page) return location.reload();
  page = message.page;
  words = message.words;
  document.documentElement.lang = words.language;
  arranged = "";
  seats.clear();
  dots.clear();
  keyboard.clear();
  for (const { seat: number, name } of message.seats) {
    if (alone && number !== alone) continue;
    const row = alone ? ROWS[1] : ROWS[number];
    const seat = new Seat(number, name, words, row.map((code) => [code, cap(code)]), press, named);
    row.forEach((code, i) => keyboard.set(code, [seat, i + 1]));
    seats.set(number, seat);
  }
  board.replaceChildren(...[...seats.values()].map((seat) => seat.element));
  if (seats.size === 0) say(words.no_seat);
  document.title = alone && seats.size ? `${message.seats.find((one) => one.seat === alone).name} · ${words.title}` : words.title;
  document.getElementById("title").textContent = document.title.split(" · ")[0];
  document.getElementById("round").setAttribute("aria-label", words.clockwise);
  volume.setAttribute("aria-label", words.volume);
  const elsewhere = document.getElementById("elsewhere");
  elsewhere.hidden = !alone;
  elsewhere.textContent = words.all;
  soundSwitch.disabled = false;
  showSound();
  nameKeys();
  arrange();
}

function linkChanged(here, code) {
  body.dataset.link = here ? "here" : "away";
  for (const seat of seats.values()) seat.away(!here);
  if (here) say("");
  else if (words) say(code === 1013 ? words.full : words.away);
}

function say(text) {
  notice.textContent = text;
  notice.hidden = text === "";
}

function press(seat, key, prompt, held) {
  sound.unlock();
  link.send({ is: "press", seat: seat.number, key, prompt, held: held || undefined });
}

function named(seat, name) {
  link.send({ is: "name", seat: seat.number, name });
}

/** Whether the event belongs to somebody who writes a name: no key of the table is meant. */
function writes(event) {
  return event.target.classList?.contains("given");
}

// --- The table's shape ---------------------------------------------------------------------------------------------

/** The seats that are shown, clockwise. Once two have a colour, those fold away where nobody plays. */
function inPlay() {
  const all = [...seats.values()];
  if (alone || all.filter((seat) => seat.colour !== null).length < 2) return all;
  return all.filter((seat) => !seat.aside);
}

function arrange() {
  const shown = inPlay();
  for (const seat of seats.values()) {
    seat.element.hidden = !shown.includes(seat);
    seat.element.dataset.place = shown.indexOf(seat) + 1;
  }
  board.dataset.count = shown.length;
  drawRound();
  const now = shown.map((seat) => seat.number).join();
  if (now === arranged) return;
  arranged = now;
  measure(shown);
}

/** The largest panels with which all seats are in sight; where that would be too small to read, the page scrolls. */
function measure(shown) {
  if (shown.length === 0) return;
  const dots = window.devicePixelRatio || 1;
  const first = shown[0].element;
  const canvas = first.querySelector("canvas");
  const style = getComputedStyle(board);
  const gap = parseFloat(style.columnGap) || 0;
  const edge = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
  const beside = first.offsetWidth - canvas.offsetWidth;
  const below = first.offsetHeight - canvas.offsetHeight;
  const width = document.documentElement.clientWidth - edge;
  const height = window.innerHeight - board.offsetTop - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
  const fit = (columns) => {
    const rows = Math.ceil(shown.length / columns);
    const byWidth = ((width - gap * (columns - 1)) / columns - beside) * dots / 128;
    const byHeight = ((height - gap * (rows - 1)) / rows - below) * dots / 64;
    return { columns, byWidth: Math.floor(byWidth), all: Math.floor(Math.min(byWidth, byHeight)) };
  };
  const ways = shown.length === 1 ? [fit(1)] : [fit(2), fit(1)];
  const least = Math.floor(2 * dots); // 256 CSS pixels: the smallest panel that is still easy to read
  let best = ways.reduce((one, other) => (other.all > one.all ? other : one));
  let scale = best.all;
  if (scale < least) {
    best = ways.find((way) => way.byWidth >= least) || ways[ways.length - 1];
    // What does not fit scrolls anyway, so the width is used; beyond three times, only the scrolling would grow.
    scale = Math.min(best.byWidth, Math.floor(3 * dots));
  }
  // A panel's pixel is a whole number of the screen's: no row comes out thicker than its neighbour.
  board.style.setProperty("--panel", `${Math.max(1, scale) * 128 / dots}px`);
  board.dataset.columns = best.columns;
}

// --- The small round table in the corner: who sits where, and whose lamp is lit --------------------------------------

function drawRound() {
  const shown = inPlay();
  const places = shown.map((seat, i) => {
    const place = dot(seat);
    place.dataset.place = shown.length === 3 && i === 2 ? "bottom" : i + 1;
    place.dataset.colour = seat.colour || "none";
    place.dataset.lamp = seat.lamp;
    const way = place.firstElementChild;
    way.title = seat.called;
    way.setAttribute("aria-label", `${seat.called}: ${words[`lamp_${seat.lamp}`]}`);
    return place;
  });
  const round = document.getElementById("round");
  round.dataset.count = shown.length;
  round.hidden = Boolean(alone);
  // Put there anew, a dot that has the keyboard's focus would lose it, at every change of any lamp.
  if (places.length !== round.children.length || places.some((place, i) => place !== round.children[i])) {
    round.replaceChildren(...places);
  }
}

function dot(seat) {
  if (!dots.has(seat)) {
    const place = document.createElement("li");
    const way = document.createElement("button");
    way.type = "button";
    way.textContent = seat.number;
    way.addEventListener("click", () => seat.element.scrollIntoView({ block: "center" }));
    place.append(way);
    dots.set(seat, place);
  }
  return dots.get(seat);
}

// --- Keyboard ----------------------------------------------------------------------------------------------------------

function cap(code) {
  return code.replace(/^(Digit|Key)/, "");
}

/** Writes on the keys what this keyboard has printed there, where the browser tells. */
async function nameKeys() {
  if (!navigator.keyboard?.getLayoutMap) return;
  try {
    const layout = await navigator.keyboard.getLayoutMap();
    for (const [code, [seat, key]] of keyboard) {
      const printed = layout.get(code);
      // A French 1 is printed as & below: the number is what a player looks for.
      if (printed && code.startsWith("Key")) {
        seat.element.querySelector(`[data-key="${key}"] kbd`).textContent = printed.toUpperCase();
      }
    }
  } catch {
    // The letters of an English keyboard stay: their places are the same.
  }
}

addEventListener("keydown", (event) => {
  if (event.target !== soundSwitch) sound.unlock(); // the switch does it itself, see below
  if (writes(event) || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
  const [seat, key] = keyboard.get(event.code) || [];
  if (seat === undefined) return;
  event.preventDefault();
  if (seat.element.hidden) return;
  seat.keyDown(key, true);
});

addEventListener("keyup", (event) => {
  if (writes(event)) return;
  const [seat, key] = keyboard.get(event.code) || [];
  if (seat) seat.keyDown(key, false);
});

addEventListener("blur", () => {
  for (const [seat, key] of keyboard.values()) seat.keyDown(key, false);
});

// --- Sound ---------------------------------------------------------------------------------------------------------------

function showSound() {
  if (!words) return;
  const state = sound.state;
  soundSwitch.setAttribute("aria-label", words[`sound_${state}`]);
  soundSwitch.dataset.state = state;
  soundSwitch.title = state === "locked" ? words.sound_locked_why : "";
  document.getElementById("sound-word").textContent = words[`sound_${state}`];
  volume.value = Math.round(sound.volume * 100);
  volume.disabled = state === "off";
  link.send({ is: "hears", on: state === "on" });
}

soundSwitch.addEventListener("click", () => sound.toggle());
volume.addEventListener("input", () => { sound.volume = volume.value / 100; });
// Which of these counts as a touch differs between browsers; the first that does unlocks.
for (const kind of ["pointerdown", "pointerup", "touchend", "click"]) {
  addEventListener(kind, (event) => {
    // The switch does it itself: unlocked a moment earlier, its click would switch the sound off again.
    if (!event.target.closest?.("#sound-switch")) sound.unlock();
  }, { capture: true, passive: true });
}

addEventListener("resize", () => measure(inPlay()));
addEventListener("hashchange", () => location.reload());

// For tests and for the curious: what played, in order, which prompt each seat shows, and when a key is held.
window.spytable = {
  held,
  get played() { return [...sound.played]; },
  get sound() { return sound.state; },
  prompt: (number) => seats.get(number)?.prompt,
};
