// Tables of comparable servers, for the load: their own protocols, on bare WebSockets.
import { HOST, connect, post, require } from "./wire.mjs";

/** A match of boardgame.io. Its messages are those of Socket.IO 4, on a bare WebSocket. */
export class BoardgameTable {
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
      connect(url, (data) => this.hear(seat, data)),
    );
    await this.seated;
  }

  say(seat, ...data) {
    this.sockets[seat].send(`42/marks,${JSON.stringify(data)}`);
  }

  hear(seat, data) {
    const text = data.toString();
    if (text.startsWith("42/marks,")) {
      const [kind, , body] = JSON.parse(text.slice("42/marks,".length));
      if (kind === "sync" || kind === "update") {
        this.states[seat] = kind === "sync" ? body.state : body;
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

// The codes of colyseus' protocol, the first byte of each message.
const [JOIN_ROOM, ROOM_DATA, ROOM_STATE, ROOM_STATE_PATCH] = [10, 13, 14, 15];
// A message of the type "mark": the type as a MessagePack string, followed by the field.
const MARK = [ROOM_DATA, 0xa4, ...Buffer.from("mark")];

/** A room of colyseus. The state is decoded by its own package, as its client does. */
export class ColyseusTable {
  constructor(load) {
    this.load = load;
    this.sockets = [];
    this.decoders = [null, null];
    this.waiting = null;
    this.seated = new Promise((resolve) => (this.ready = resolve));
  }

  async open() {
    const { Decoder } = require("@colyseus/schema");
    const { State } = require(this.load.state);
    const { port } = this.load;
    const made = await post(port, "/matchmake/create/marks", {});
    const joined = await post(port, `/matchmake/joinById/${made.roomId}`, {});
    this.sockets = [made, joined].map(({ processId, roomId, sessionId }, seat) => {
      this.decoders[seat] = new Decoder(new State());
      const url = `ws://${HOST}:${port}/${processId}/${roomId}?sessionId=${sessionId}`;
      return connect(url, (data) => this.hear(seat, data));
    });
    await this.seated;
  }

  hear(seat, data) {
    if (data[0] === JOIN_ROOM) {
      this.sockets[seat].send(Buffer.of(JOIN_ROOM));
    } else if (data[0] === ROOM_STATE || data[0] === ROOM_STATE_PATCH) {
      this.decoders[seat].decode(data, { offset: 1 });
      this.note(seat);
      this.step();
    } else {
      throw new Error(data.toString("hex"));
    }
  }

  /** The mover has its answer when it is sent the state that its move made. */
  note(seat) {
    const { waiting } = this;
    if (waiting?.seat === seat && this.decoders[seat].state.moves > waiting.moves) {
      this.load.note(waiting.at, null);
      this.waiting = null;
    }
  }

  step() {
    const [one, other] = this.decoders.map(({ state }) => state);
    // The second player's arrival begins the game.
    if (!one.hasBegun || !other.hasBegun || this.waiting) return;
    this.ready();
    const now = one.moves >= other.moves ? one : other;
    if (now.moves === now.marks.length) {
      this.close();
      this.load.ended(this);
      return;
    }
    if (!this.load.playing) return;
    const seat = now.moves % 2;
    if (this.decoders[seat].state.moves < now.moves) return;
    this.waiting = { seat, moves: now.moves, at: performance.now() };
    this.sockets[seat].send(Buffer.of(...MARK, now.marks.indexOf(-1)));
  }

  ping() {}

  close() {
    for (const socket of this.sockets) socket.close();
  }
}
