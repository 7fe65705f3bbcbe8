// The load: many tables of two players, each seat with its own WebSocket, played as fast as the
// server answers. One command a table is under way at a time, on either server. In each round all
// tables are opened first; then all games are played to their ends, and only that is measured.
//
// Started with: node load.mjs JSON, in a folder that has the package `ws`; prints JSON.
import { readFileSync, writeFileSync } from "node:fs";
import { BoardgameTable, ColyseusTable } from "./peers.mjs";
import { TorpedoTable } from "./torpedo.mjs";
import { fail, pause } from "./wire.mjs";

const KINDS = { torpedo: TorpedoTable, "boardgame.io": BoardgameTable, colyseus: ColyseusTable };
// How many tables are opened at the same time.
const TOGETHER = 64;

/** Plays rounds of whole games at a number of tables until enough seconds were played. */
class Load {
  /**
   * `side`: the server's kind; `port` and perhaps `apiPort`: where it listens.
   * `thinks`: milliseconds that a player thinks, on average; none by default.
   * `acknowledged`: a file for the names of all commands that were answered.
   * `patient`: whether the server may be away for a while.
   * `ports`: if there are several servers; all connections of a table go to the same one.
   * `pids`: all processes of the server, if there are several.
   * `database`: the main process of its PostgreSQL, if it has one.
   * `state`: the file that defines the state of colyseus' rooms.
   */
  constructor({ pid, pids, tables, ...given }) {
    Object.assign(this, given, { pids: pids ?? [pid], count: tables });
    this.ports ??= [this.port];
    this.latencies = [];
    this.lines = [];
    this.games = 0;
    this.reconnects = 0;
    this.playing = false;
  }

  /** The port for one more table. */
  nextPort() {
    this.ports.push(this.ports.shift());
    return this.ports[0];
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

  /** Open all tables, a few at a time: more connections than the system queues would be lost. */
  async open() {
    const kind = KINDS[this.side];
    const waiting = Array.from({ length: this.count }, () => new kind(this));
    this.tables = new Set(waiting);
    const openNext = async () => {
      for (let table = waiting.pop(); table; table = waiting.pop()) await table.open();
    };
    await Promise.all(Array.from({ length: TOGETHER }, openNext));
  }

  async round() {
    this.playing = false;
    await this.open();
    const finished = new Promise((resolve) => (this.finish = resolve));
    const begin = this.used();
    this.playing = true;
    for (const table of this.tables) table.step();
    await finished;
    return this.since(begin);
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
    await this.open();
    const open = this.memory();
    this.playing = true;
    for (const table of this.tables) table.step();
    // Until everybody has begun to think.
    await pause(2 * this.thinks);
    this.latencies = [];
    const begin = this.used();
    await pause(1000 * this.seconds);
    const used = this.since(begin);
    clearInterval(pings);
    return { ...this.figures(used), empty, open, full: this.memory() };
  }

  /** The time, and the processor time of the server, its database and this program so far. */
  used() {
    const database = this.database ? [this.database, ...children(this.database)] : [];
    return {
      seconds: performance.now() / 1000,
      cpu: sum(this.pids.map(cpuSeconds)),
      database: sum(database.map(cpuSeconds)),
      own: cpuSeconds(process.pid),
    };
  }

  since(begin) {
    const now = this.used();
    return Object.fromEntries(Object.keys(now).map((key) => [key, now[key] - begin[key]]));
  }

  memory() {
    return sum(this.pids.map(residentBytes));
  }

  figures(used) {
    const sorted = this.latencies.sort((a, b) => a - b);
    const at = (part) => sorted[Math.floor(part * (sorted.length - 1))];
    const { games, reconnects } = this;
    return { commands: sorted.length, ...used, p50: at(0.5), p99: at(0.99), games, reconnects };
  }

  async run() {
    const pings = setInterval(() => this.tables.forEach((table) => table.ping()), 3000);
    // Asked to end: after this round.
    process.on("SIGTERM", () => (this.seconds = 0));
    // The first round warms the server up.
    await this.round();
    this.latencies = [];
    const total = { seconds: 0, cpu: 0, database: 0, own: 0 };
    while (total.seconds < this.seconds) {
      const used = await this.round();
      for (const key of Object.keys(total)) total[key] += used[key];
    }
    clearInterval(pings);
    if (this.acknowledged) writeFileSync(this.acknowledged, this.lines.join("\n"));
    return this.figures(total);
  }
}

const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);

/** The processes that a process has started. */
function children(pid) {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);
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

const given = JSON.parse(process.argv[2]);
const load = new Load(given);
(given.isLive ? load.live() : load.run()).then((result) => {
  console.log(JSON.stringify(result));
  process.exit(0);
}, fail);
