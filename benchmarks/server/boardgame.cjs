// boardgame.io's own server with a game of our own, in memory and on loopback.
// Started with: node peer.cjs PORT API_PORT, in a folder that has boardgame.io.
"use strict";
const { createRequire } = require("node:module");
const here = createRequire(`${process.cwd()}/`);
const { Server } = here("boardgame.io/server");
const { INVALID_MOVE } = here("boardgame.io/core");

// Two players mark a free field in turns. It has about as many moves as a game of ours.
const FIELDS = 64;
const game = {
  name: "marks",
  minPlayers: 2,
  maxPlayers: 2,
  setup: () => ({ marks: Array(FIELDS).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    mark: ({ G, playerID }, field) => {
      if (G.marks[field] !== null) return INVALID_MOVE;
      G.marks[field] = playerID;
    },
  },
  endIf: ({ G }) => (G.marks.includes(null) ? undefined : { draw: true }),
};

const [port, apiPort] = process.argv.slice(2).map(Number);
const host = "127.0.0.1";
// Both are handed on to Node's `listen`, which takes a host beside the port.
Server({ games: [game], origins: [] }).run({
  port: { port, host },
  lobbyConfig: { apiPort: { port: apiPort, host } },
});
