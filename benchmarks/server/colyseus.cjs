// A colyseus server with a game of our own, in memory and on loopback.
// Started with: node colyseus.cjs PORT, in a folder that has colyseus' packages.
"use strict";
const { createRequire } = require("node:module");
const here = createRequire(`${process.cwd()}/`);
const { schema, t } = here("@colyseus/schema");

// The same game as in boardgame.cjs: two players mark a free field in turns.
const FIELDS = 64;
const State = schema(
  { marks: t.array("int8"), moves: t.uint8(), hasBegun: t.boolean() },
  "State",
);
exports.State = State;

function serve(port) {
  const { Room, Server } = here("@colyseus/core");
  const { WebSocketTransport } = here("@colyseus/ws-transport");

  class Marks extends Room {
    maxClients = 2;
    // A move is sent at once, not with the next of 20 patches per second.
    patchRate = null;
    seats = new Map();

    onCreate() {
      this.setState(new State());
      this.state.marks.push(...Array(FIELDS).fill(-1));
      this.state.moves = 0;
      this.state.hasBegun = false;
      this.onMessage("mark", (client, field) => this.mark(this.seats.get(client.sessionId), field));
    }

    onJoin(client) {
      this.seats.set(client.sessionId, this.seats.size);
      this.state.hasBegun = this.seats.size === 2;
      this.broadcastPatch();
    }

    mark(seat, field) {
      if (seat !== this.state.moves % 2 || this.state.marks[field] !== -1) return;
      this.state.marks[field] = seat;
      this.state.moves += 1;
      this.broadcastPatch();
    }
  }

  const server = new Server({ transport: new WebSocketTransport(), greet: false });
  server.define("marks", Marks);
  server.listen(port, "127.0.0.1");
}

if (require.main === module) serve(Number(process.argv[2]));
