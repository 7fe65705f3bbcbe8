/** The server: REST calls, and the table's WebSocket, which reconnects automatically. Both send the current language. */

import { language, onLanguage, t } from "./i18n.js";

const PING_EVERY = 3000;
const SILENCE = 7000;
// The interval for checking both, so that a lost connection is noticed within 10 s.
const LOOK_EVERY = 500;

/** Why a REST call failed; no status means no response. */
export class Refusal extends Error {
  /** @param {number} status @param {any} error */
  constructor(status, error) {
    super(error?.message || error?.code || String(status));
    this.status = status;
    this.error = error || {};
  }
}

/** @param {string} path @param {any} [body] @returns {Promise<any>} */
export async function call(path, body) {
  const headers = { "accept-language": language() };
  const answer = await fetch(path, body === undefined ? { headers } : {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body),
  }).catch(() => { throw new Refusal(0, { code: "unreachable", message: t("error.unreachable") }); });
  const data = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refusal(answer.status, data.error ?? data);
  return data;
}

/** @typedef {{secrets: string[], seen: () => number, message: (message: any) => void, status: (status: string) => void}} ConnectionOptions */

/**
 * A connection to a table. Commands get an id and are sent again after a reconnection until they
 * are answered; the server answers a repeated id without doing anything twice.
 */
export class Connection {
  /** @param {string} table @param {ConnectionOptions} options */
  constructor(table, options) {
    this.table = table;
    this.options = options;
    /** @type {Map<string, {message: any, resolve: (answer: any) => void}>} */
    this.waiting = new Map();
    this.prefix = Math.random().toString(36).slice(2, 10);
    this.count = 0;
    this.tries = 0;
    this.heard = 0;
    this.pinged = 0;
    this.closed = false;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.timer = setInterval(() => this.beat(), LOOK_EVERY);
    this.retry = 0;
    // The laptop was reopened or the tab is visible again: reconnect at once.
    this.wake = () => this.again(0);
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    onLanguage(() => this.send({ type: "speak", language: language() }));
    this.open();
  }

  open() {
    if (this.closed) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.table}/socket`);
    this.socket = socket;
    this.heard = Date.now();
    socket.onopen = () => this.send({ type: "hello", protocol: 1, secrets: this.options.secrets, seen: this.options.seen(), language: language() });
    socket.onmessage = (event) => { if (this.socket === socket) this.receive(JSON.parse(event.data)); };
    socket.onclose = (event) => { if (this.socket === socket) this.lose(event.code); };
  }

  /** @param {any} message */
  receive(message) {
    this.heard = Date.now();
    if (message.type === "welcome") {
      this.tries = 0;
      for (const { message: command } of this.waiting.values()) this.send(command);
    }
    if (message.type === "answer") {
      this.waiting.get(message.id)?.resolve(message);
      this.waiting.delete(message.id);
    } else if (message.type !== "pong") {
      this.options.message(message);
    }
  }

  /** @param {number} [code] */
  lose(code) {
    const socket = this.socket;
    this.socket = null;
    if (socket && socket.readyState <= WebSocket.OPEN) socket.close();
    if (this.closed) return;
    if (code === 4404) {
      this.close();
      this.options.status("gone");
      return;
    }
    this.options.status("lost");
    this.again(Math.min(5000, 300 * 2 ** this.tries++));
  }

  /** @param {number} wait */
  again(wait) {
    clearTimeout(this.retry);
    this.retry = window.setTimeout(() => { if (!this.socket) this.open(); }, wait);
  }

  beat() {
    if (!this.socket) return;
    const now = Date.now();
    if (now - this.heard > SILENCE) this.lose();
    else if (now - this.pinged >= PING_EVERY) {
      this.pinged = now;
      this.send({ type: "ping", n: ++this.count });
    }
  }

  /** @param {any} message */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Send a command; resolves with its answer. @param {Record<string, any>} command @returns {Promise<any>} */
  command(command) {
    const id = `${this.prefix}-${++this.count}`;
    const message = { type: "command", id, ...command };
    return new Promise((resolve) => {
      this.waiting.set(id, { message, resolve });
      this.send(message);
    });
  }

  /** Close the connection for good. */
  close() {
    this.closed = true;
    clearInterval(this.timer);
    clearTimeout(this.retry);
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.socket?.close();
  }
}
