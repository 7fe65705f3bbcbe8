// The load: many tables of two players, each seat with its own WebSocket, played as fast as the
// server answers. One command a table is under way at a time, on either server. In each round all
// tables are opened first; then all games are played to their ends, and only that is measured.
//
// Started with: node load.mjs JSON, in a folder that has the package `ws`; prints JSON.
import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { Agent, request } from "node:http";
import { readFileSync, writeFileSync } from "node:fs";

const { WebSocket } = createRequire(`${process.cwd()}/`)("ws");
const HOST = "127.0.0.1";
// A connection for each call: one that is kept may be closed just when it is used again.
const agent = new Agent({ keepAlive: false, maxSockets: 16 });

/** Make a REST call; the answer's JSON, or an error. */
function post(port, path, body) {
  const data = JSON.stringify(body);
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(data) };
  return new Promise((resolve, reject) => {
    const asked = { host: HOST, port, path, method: "POST", agent, headers };
    const call = request(asked, (answer) => {
      let text = "";
      answer.on("data", (part) => (text += part));
      answer.on("error", reject);
      answer.on("end", () =>
        answer.statusCode < 300 ? resolve(JSON.parse(text)) : reject(new Error(text)),
      );
    });
    call.on("error", reject);
    call.end(data);
  });
}

function connect(url, hear, lost) {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  socket.on("message", (data) => hear(data.toString()));
  socket.on("close", lost);
  socket.on("error", () => {});
  return socket;
}

/** A table of Torpedo Dice: two seats that choose from what their own views offer. */
class TorpedoTable {
  constructor(load) {
    this.load = load;
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
    const made = await post(this.load.port, "/api/tables", { mode: "mission", seats });
    this.table = made.table;
    this.secrets = made.seats.map((seat) => seat.secret);
    this.join();
    await this.seated;
  }

  join() {
    const url = `ws://${HOST}:${this.load.port}/api/tables/${this.table}/socket`;
    this.sockets = this.secrets.map((secret, seat) => {
      const socket = connect(url, (text) => this.hear(seat, text), () => this.lose(socket));
      socket.on("open", () => {
        const seen = this.views[seat]?.number ?? 0;
        socket.send(JSON.stringify({ type: "hello", protocol: 1, secrets: [secret], seen }));
      });
      return socket;
    });
  }

  hear(seat, text) {
    const message = JSON.parse(text);
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
  lose(socket) {
    if (!this.sockets.includes(socket)) return;
    if (!this.load.patient) fail(new Error("a connection was lost"));
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

/** A match of boardgame.io. Its messages are those of Socket.IO 4, on a bare WebSocket. */
class PeerTable {
  constructor(load) {
    this.load = load;
    this.sockets = [];
    this.states = [null, null];
    this.waiting = null;
    this.seated = new Promise((resolve) => (this.ready = resolve));
  }

  async open() {
    const { port, apiPort } = this.load;
    const { matchID } = await post(apiPort, "/games/marks/create", { numPlayers: 2 });
    this.match = matchID;
    this.credentials = [];
    for (const playerID of ["0", "1"]) {
      const body = { playerID, playerName: playerID };
      const joined = await post(apiPort, `/games/marks/${matchID}/join`, body);
      this.credentials.push(joined.playerCredentials);
    }
    const url = `ws://${HOST}:${port}/socket.io/?EIO=4&transport=websocket`;
    this.sockets = ["0", "1"].map((_, seat) =>
      connect(url, (text) => this.hear(seat, text), () => {}),
    );
    await this.seated;
  }

  say(seat, ...data) {
    this.sockets[seat].send(`42/marks,${JSON.stringify(data)}`);
  }

  hear(seat, text) {
    if (text.startsWith("42/marks,")) {
      const [kind, , data] = JSON.parse(text.slice("42/marks,".length));
      if (kind === "sync" || kind === "update") {
        this.states[seat] = kind === "sync" ? data.state : data;
        this.note(seat);
        this.step();
      }
    } else if (text.startsWith("40/marks,")) {
      this.say(seat, "sync", this.match, String(seat), this.credentials[seat], 2);
    } else if (text.startsWith("0")) {
      this.sockets[seat].send("40/marks,");
    } else if (text === "2") {
      this.sockets[seat].send("3");
    } else {
      throw new Error(text);
    }
  }

  /** The mover has its answer when it is sent the state that its move made. */
  note(seat) {
    const { waiting } = this;
    if (waiting?.seat === seat && this.states[seat]._stateID > waiting.state) {
      this.load.note(waiting.at, null);
      this.waiting = null;
    }
  }

  step() {
    const [one, other] = this.states;
    if (one === null || other === null || this.waiting) return;
    this.ready();
    const now = one._stateID >= other._stateID ? one : other;
    if (now.ctx.gameover) {
      this.close();
      this.load.ended(this);
      return;
    }
    if (!this.load.playing) return;
    const seat = Number(now.ctx.currentPlayer);
    if (this.states[seat]._stateID < now._stateID) return;
    const playerID = String(seat);
    const args = [now.G.marks.indexOf(null)];
    const payload = { type: "mark", args, playerID, credentials: this.credentials[seat] };
    this.waiting = { seat, state: now._stateID, at: performance.now() };
    const move = { type: "MAKE_MOVE", payload };
    this.say(seat, "update", move, now._stateID, this.match, playerID);
  }

  ping() {}

  close() {
    for (const socket of this.sockets) socket.close();
  }
}

/** Plays rounds of whole games at a number of tables until enough seconds were played. */
class Load {
  /**
   * `thinks`: milliseconds that a player thinks, on average; none by default.
   * `acknowledged`: a file for the names of all commands that were answered.
   * `patient`: whether the server may be away for a while.
   * `pids`: all processes of the server, if there are several.
   */
  constructor({ side, port, apiPort, pid, pids, tables, seconds, thinks, acknowledged, patient }) {
    Object.assign(this, { side, port, apiPort, pids: pids ?? [pid], count: tables, seconds });
    Object.assign(this, { thinks, acknowledged, patient });
    this.latencies = [];
    this.lines = [];
    this.games = 0;
    this.reconnects = 0;
    this.playing = false;
  }

  /** Count an answer. `command` names it, where it should be looked for on the disk later. */
  note(at, command) {
    this.latencies.push(performance.now() - at);
    if (command !== null) this.lines.push(JSON.stringify(command));
  }

  /** A game is over; its table may notice on either connection. */
  ended(table) {
    if (!this.tables.delete(table)) return;
    this.games += 1;
    if (!this.tables.size) this.finish();
  }

  async round() {
    this.playing = false;
    const kind = this.side === "torpedo" ? TorpedoTable : PeerTable;
    this.tables = new Set(Array.from({ length: this.count }, () => new kind(this)));
    await Promise.all([...this.tables].map((table) => table.open()));
    const finished = new Promise((resolve) => (this.finish = resolve));
    const [begin, cpu] = [performance.now(), this.cpu()];
    this.playing = true;
    for (const table of this.tables) table.step();
    await finished;
    return [(performance.now() - begin) / 1000, this.cpu() - cpu];
  }

  /** Play at all tables for some seconds, without beginning new games; also tell the memory. */
  async live() {
    let turn = 0;
    // Not all at once: each table has its turn every three seconds.
    const pings = setInterval(() => {
      turn = (turn + 1) % 30;
      [...this.tables].forEach((table, number) => number % 30 === turn && table.ping());
    }, 100);
    const empty = this.memory();
    this.tables = new Set(Array.from({ length: this.count }, () => new TorpedoTable(this)));
    await Promise.all([...this.tables].map((table) => table.open()));
    const open = this.memory();
    this.playing = true;
    for (const table of this.tables) table.step();
    // Until everybody has begun to think.
    await pause(2 * this.thinks);
    this.latencies = [];
    const [begin, cpu] = [performance.now(), this.cpu()];
    await pause(1000 * this.seconds);
    const seconds = (performance.now() - begin) / 1000;
    clearInterval(pings);
    return { ...this.figures(seconds, this.cpu() - cpu), empty, open, full: this.memory() };
  }

  cpu() {
    return this.pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0);
  }

  memory() {
    return this.pids.reduce((sum, pid) => sum + residentBytes(pid), 0);
  }

  figures(seconds, cpu) {
    const sorted = this.latencies.sort((a, b) => a - b);
    const at = (part) => sorted[Math.floor(part * (sorted.length - 1))];
    const { games, reconnects } = this;
    return { commands: sorted.length, seconds, cpu, p50: at(0.5), p99: at(0.99), games, reconnects };
  }

  async run() {
    const pings = setInterval(() => this.tables.forEach((table) => table.ping()), 3000);
    // Asked to end: after this round.
    process.on("SIGTERM", () => (this.seconds = 0));
    // The first round warms the server up.
    await this.round();
    this.latencies = [];
    let [seconds, cpu] = [0, 0];
    while (seconds < this.seconds) {
      const [played, used] = await this.round();
      seconds += played;
      cpu += used;
    }
    clearInterval(pings);
    if (this.acknowledged) writeFileSync(this.acknowledged, this.lines.join("\n"));
    return this.figures(seconds, cpu);
  }
}

/** The processor time that a process has used so far; where it cannot be told, not a number. */
function cpuSeconds(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
    return (Number(stat[11]) + Number(stat[12])) / 100;
  } catch {
    return NaN;
  }
}

/** The memory that a process occupies; where it cannot be told, not a number. */
function residentBytes(pid) {
  try {
    return 1024 * Number(readFileSync(`/proc/${pid}/status`, "utf8").match(/VmRSS:\s+(\d+)/)[1]);
  } catch {
    return NaN;
  }
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

function fail(error) {
  console.error(error);
  process.exit(1);
}

const given = JSON.parse(process.argv[2]);
const load = new Load(given);
(given.isLive ? load.live() : load.run()).then((result) => {
  console.log(JSON.stringify(result));
  process.exit(0);
}, fail);
