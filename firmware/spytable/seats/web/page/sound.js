// The page's sound: clips one after another, each whole; a hiss at once. Silent only where the page shows that it is.

const QUEUE_LIMIT = 24; // clips that wait; beyond, the oldest are stale
const DECODED_LIMIT = 16;
const SHORT = 0.3; // seconds: a key's click holds no line up
const REST_AFTER = 30000; // ms of silence after which the browser's sound device may rest

export class Sound {
  /** Names of the clips that began to play, in order. */
  played = [];

  #store;
  #on;
  #volume;
  #changed;
  #context = null;
  #gain = null;
  #unlocked = false;
  #queue = [];
  #sounding = new Set();
  #decoded = new Map();
  #rest = 0;

  /** store: the name under which the choice is kept; on: whether a page sounds before anyone chose; changed(): see `state`. */
  constructor(store, on, changed) {
    this.#store = store;
    this.#changed = changed;
    const kept = this.#kept();
    this.#on = typeof kept.on === "boolean" ? kept.on : on;
    this.#volume = Number.isFinite(kept.volume) ? Math.min(1, Math.max(0, kept.volume)) : 0.8;
    if (this.#on) this.#wake();
  }

  /** "off": switched off here; "locked": the browser waits for a touch; "on". */
  get state() {
    if (!this.#on) return "off";
    return this.#unlocked ? "on" : "locked";
  }

  get volume() {
    return this.#volume;
  }

  set volume(volume) {
    this.#volume = volume;
    this.#keep();
    this.#setGain();
  }

  /** What the switch does: a locked page is unlocked first, so that one press is enough. */
  toggle() {
    if (this.state === "locked") return this.unlock();
    this.#on = !this.#on;
    this.#keep();
    if (this.#on) this.unlock();
    else this.stop();
    this.#changed();
  }

  /** To be called from within a touch, click or key: only then does a browser begin to sound. */
  unlock() {
    if (this.#on && !this.#unlocked) this.#wake();
  }

  play(name, clip, atOnce) {
    if (this.state !== "on") return;
    const entry = { name, clip, buffer: this.#load(clip), source: null, gone: false, holds: true };
    if (atOnce) {
      entry.buffer.then((buffer) => {
        entry.holds = buffer !== null && buffer.duration > SHORT;
        this.#next();
      });
      this.#start(entry);
      return;
    }
    this.#queue.push(entry);
    if (this.#queue.length > QUEUE_LIMIT) this.#queue.shift();
    this.#next();
  }

  stop() {
    this.#queue.length = 0;
    for (const entry of this.#sounding) {
      entry.gone = true;
      if (entry.source) entry.source.stop();
    }
    this.#sounding.clear();
    this.#restLater();
  }

  #next() {
    const busy = [...this.#sounding].some((entry) => entry.holds);
    if (!busy && this.#queue.length > 0) this.#start(this.#queue.shift());
  }

  async #start(entry) {
    this.#sounding.add(entry);
    clearTimeout(this.#rest);
    const [buffer] = await Promise.all([entry.buffer, this.#running()]);
    if (entry.gone) return;
    if (buffer === null) return this.#ended(entry);
    entry.source = this.#context.createBufferSource();
    entry.source.buffer = buffer;
    entry.source.connect(this.#gain);
    entry.source.onended = () => this.#ended(entry);
    entry.source.start();
    // A sound device that goes away in the middle of a line never ends it: the next line must come all the same.
    setTimeout(() => this.#ended(entry), buffer.duration * 1000 + 1500);
    this.played.push(entry.name);
    if (this.played.length > 2000) this.played.shift();
  }

  #ended(entry) {
    if (!this.#sounding.delete(entry)) return;
    this.#next();
    if (this.#sounding.size === 0) this.#restLater();
  }

  #load(clip) {
    let loading = this.#decoded.get(clip);
    if (loading === undefined) {
      loading = this.#fetch(clip);
      this.#decoded.set(clip, loading);
      if (this.#decoded.size > DECODED_LIMIT) this.#decoded.delete(this.#decoded.keys().next().value);
    }
    return loading;
  }

  async #fetch(clip) {
    try {
      const answer = await fetch(`/sound/${clip}.wav`);
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      return await this.#context.decodeAudioData(await answer.arrayBuffer());
    } catch (error) {
      console.warn(`Clip ${clip} cannot be played:`, error);
      this.#decoded.delete(clip);
      return null;
    }
  }

  #wake() {
    if (this.#context === null) {
      const Context = window.AudioContext || window.webkitAudioContext;
      if (Context === undefined) return;
      // A phone's silent switch is for ringing; a table that was switched on is meant to be heard.
      if (navigator.audioSession) navigator.audioSession.type = "playback";
      this.#context = new Context();
      this.#gain = this.#context.createGain();
      this.#gain.connect(this.#context.destination);
      this.#setGain();
      this.#context.onstatechange = () => this.#stateChanged();
    }
    this.#context.resume().catch(() => {});
    this.#stateChanged();
  }

  #stateChanged() {
    // "interrupted" is Safari's word for a telephone call: another touch is needed.
    if (this.#context.state === "running") this.#setUnlocked(true);
    else if (this.#context.state === "interrupted") this.#setUnlocked(false);
  }

  #setUnlocked(unlocked) {
    if (this.#unlocked === unlocked) return;
    this.#unlocked = unlocked;
    this.#changed();
  }

  async #running() {
    if (this.#context.state === "running") return;
    const late = new Promise((resolve) => setTimeout(resolve, 1000));
    await Promise.race([this.#context.resume().catch(() => {}), late]);
    if (this.#context.state !== "running") this.#setUnlocked(false);
  }

  #restLater() {
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => {
      if (this.#sounding.size === 0 && this.#context) this.#context.suspend().catch(() => {});
    }, REST_AFTER);
  }

  #setGain() {
    // Loudness is felt as a power of what the device is given.
    if (this.#gain) this.#gain.gain.value = this.#volume ** 2;
  }

  #kept() {
    try {
      return JSON.parse(localStorage.getItem(this.#store)) || {};
    } catch {
      return {}; // no storage in this browser, or nonsense in it: the choice is asked anew
    }
  }

  #keep() {
    try {
      localStorage.setItem(this.#store, JSON.stringify({ on: this.#on, volume: this.#volume }));
    } catch {
      // A private window keeps nothing; the choice holds as long as the page.
    }
  }
}
