// A table of Torpedo Dice, for the load.
import { createHash } from "node:crypto";
import { HOST, WebSocket, connect, fail, pause, post } from "./wire.mjs";

/** Two seats that choose from what their own views offer. */
export class TorpedoTable {
  constructor(load) {
    this.load = load;
    this.port = load.nextPort();
    this.views = [null, null];
    this.sockets = [];
    this.ids = 0;
    this.waiting = null;
    this.seated = new Promise((resolve) => (this.ready = resolve));
  }

  /** Make the table and take both seats; a server that is just being started is waited for. */
  async open() {
    for (;;) {
      try {
        return await this.make();
      } catch (error) {
        if (!this.load.patient) throw error;
        await pause(100);
      }
    }
  }

  async make() {
    const seats = [{ kind: "human", name: "Ada" }, { kind: "human", name: "Noor" }];
    const made = await post(this.port, "/api/tables", { mode: "mission", seats });
    this.table = made.table;
    this.secrets = made.seats.map((seat) => seat.secret);
    this.join();
    await this.seated;
  }

  join() {
    const url = `ws://${HOST}:${this.port}/api/tables/${this.table}/socket`;
    this.sockets = this.secrets.map((secret, seat) => {
      const socket = connect(url, (text) => this.hear(seat, text), (why) => this.lose(socket, why));
      socket.on("open", () => {
        const seen = this.views[seat]?.number ?? 0;
        socket.send(JSON.stringify({ type: "hello", protocol: 1, secrets: [secret], seen }));
      });
      return socket;
    });
  }

  hear(seat, text) {
    const message = JSON.parse(text.toString());
    if (message.type === "welcome" || message.type === "events") {
      this.views[seat] = message.views[seat];
      this.share(seat);
    } else if (message.type === "answer") {
      if (message.id !== this.waiting?.id) return;
      if (!message.ok) throw new Error(text);
      this.load.note(this.waiting.at, [this.table, seat, message.id]);
      this.waiting = null;
    } else {
      return;
    }
    this.step();
  }

  /** Commit to a nonce for the dice, and reveal it when both have; a repeated id changes nothing. */
  share(seat) {
    const { pending } = this.views[seat];
    if (!pending) return;
    const nonce = `${seat}`.repeat(32);
    if (!pending.committed.includes(seat)) {
      const nonce_commitment = createHash("sha256").update(nonce).digest("hex");
      this.give(seat, { command: "commit", id: "commit", seat, nonce_commitment });
    } else if (pending.nonce_commitments && !pending.revealed.includes(seat)) {
      this.give(seat, { command: "reveal", id: "reveal", seat, nonce });
    }
  }

  give(seat, command) {
    this.sockets[seat]?.send(JSON.stringify({ type: "command", ...command }));
  }

  /** Send the next command, as soon as whose turn it is knows of all that happened. */
  step() {
    const [one, other] = this.views;
    if (one === null || other === null || this.waiting?.sent) return;
    const now = one.number >= other.number ? one : other;
    if (now.pending) return;
    this.ready();
    if (now.over && !this.waiting) {
      this.close();
      this.load.ended(this);
      return;
    }
    if (!this.load.playing) return;
    if (!this.waiting) {
      const seat = now.to_move[0];
      if (this.views[seat].number < now.number) return;
      this.ids += 1;
      const id = `c${this.ids}`;
      this.waiting = { seat, id, move: choose(this.views[seat], seat), at: 0, sent: false };
    }
    this.waiting.sent = true;
    if (this.load.thinks) setTimeout(() => this.send(), 2 * Math.random() * this.load.thinks);
    else this.send();
  }

  send() {
    const { seat, id, move } = this.waiting;
    this.waiting.at = performance.now();
    this.give(seat, { command: "move", id, move });
  }

  ping() {
    for (const socket of this.sockets) {
      if (socket.readyState === WebSocket.OPEN) socket.send('{"type":"ping","n":1}');
    }
  }

  /** After a lost connection: come back until it works, and ask again for what was not answered. */
  lose(socket, why) {
    if (!this.sockets.includes(socket)) return;
    if (!this.load.patient) fail(why);
    const [one, other] = this.sockets;
    this.sockets = [];
    one.terminate();
    other.terminate();
    this.views = [null, null];
    if (this.waiting) this.waiting.sent = false;
    this.load.reconnects += 1;
    setTimeout(() => this.join(), 50);
  }

  close() {
    const sockets = this.sockets;
    this.sockets = [];
    for (const socket of sockets) socket.close();
  }
}

/** Choose one of the moves that a view offers, as a page's player does. */
function choose(view, seat) {
  const { picks, modifications, activations, shots } = view.options;
  if (picks.length) return `${seat} take ${picks[view.round % picks.length]}`;
  const use = modifications.find(({ system }) => system !== "fins");
  if (use && view.round % 2) return use.move;
  if (activations.length && view.round <= 3) return `${seat} activate ${activations[0]}`;
  const fields = aim(view, seat, shots[0].shapes);
  return [`${seat} fire`, ...fields.map(fieldName)].join(" ");
}

const fieldName = ([row, column]) => `${String.fromCharCode(65 + row)}${column + 1}`;

/** Lay a shape over the grid where it hits most. */
function aim(view, seat, shapes) {
  const grid = view.sheet.grid.map((row) => row.split(/\s+/));
  const hit = new Set(view.seats[seat].hits);
  const free = grid.map((row, r) =>
    row.map((mark, c) => /^\d+$/.test(mark) && !hit.has(fieldName([r, c]))),
  );
  let best = [];
  let most = -1;
  for (const { fields } of shapes) {
    for (let row = 0; row < grid.length; row += 1) {
      for (let column = 0; column < grid[0].length; column += 1) {
        let hits = 0;
        for (const [r, c] of fields) if (free[row + r]?.[column + c]) hits += 1;
        if (hits > most) {
          most = hits;
          best = fields.map(([r, c]) => [row + r, column + c]);
        }
      }
    }
  }
  return best;
}
