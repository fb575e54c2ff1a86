// The line to the table: one WebSocket that comes back by itself. What is said over it stands in protocol.py.

const FIRST_WAIT = 250; // ms before the first new try; doubles each time
const LONGEST_WAIT = 5000;
const ANSWER_WAIT = 8000; // a try that takes longer has failed
const SILENCE = 60000; // the table says something every 25 s: after this long the line is dead, though nobody closed it

export class Link {
  #socket = null;
  #wait = FIRST_WAIT;
  #retry = 0;
  #watch = 0;
  #said;
  #changed;
  #address;

  /** seat: the one seat that the page is for, or null.
      said(message) for each message; changed(here, code) when the table comes or goes. */
  constructor(seat, said, changed) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.#address = `${scheme}://${location.host}/table${seat ? `?seat=${seat}` : ""}`;
    this.#said = said;
    this.#changed = changed;
    addEventListener("online", () => this.#hurry());
    addEventListener("pageshow", () => this.#hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.#hurry());
    this.#open();
  }

  get here() {
    return this.#socket !== null && this.#socket.readyState === WebSocket.OPEN;
  }

  send(message) {
    if (!this.here) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  #open() {
    clearTimeout(this.#retry);
    this.#retry = 0;
    const socket = new WebSocket(this.#address);
    this.#socket = socket;
    this.#expect(ANSWER_WAIT);
    socket.onmessage = (event) => {
      if (socket !== this.#socket) return;
      this.#expect(SILENCE);
      const message = JSON.parse(event.data);
      if (message.is === "hello") {
        this.#wait = FIRST_WAIT;
        this.#changed(true, 0);
      }
      this.#said(message);
    };
    socket.onclose = (event) => this.#lost(socket, event.code);
  }

  #expect(within) {
    clearTimeout(this.#watch);
    const socket = this.#socket;
    // A dead line may take minutes to close: it is given up, not waited for.
    this.#watch = setTimeout(() => { socket.close(); this.#lost(socket, 0); }, within);
  }

  #lost(socket, code) {
    if (socket !== this.#socket) return;
    this.#socket = null;
    clearTimeout(this.#watch);
    this.#changed(false, code);
    const spread = 0.75 + Math.random() / 2; // four phones must not all come back in the same instant
    this.#retry = setTimeout(() => this.#open(), this.#wait * spread);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
  }

  #hurry() {
    if (!this.#retry) return;
    this.#wait = FIRST_WAIT;
    this.#open();
  }
}
