// A bot for Torpedo Dice in JavaScript. It makes the move with the most hits and the fewest misses,
// and activates a system if no shot is worth firing. The protocol is described in docs/bots.md.
//
//     torpedo match 'cmd:node examples/line_bot.mjs' lieutenant --games 200

import { createInterface } from "node:readline";

const worth = ({ hits = 0, misses = 0 }) => hits - misses;

// The first of the best options; a system is activated rather than firing more misses than hits.
function choose(options) {
  return options.reduce((best, option) => (worth(option) > worth(best) ? option : best)).move;
}

const answers = {
  hello: () => ({ protocol: 1 }),
  newgame: () => ({}),
  choose: ({ options }) => ({ move: choose(options) }),
  quit: () => process.exit(0),
};

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  console.log(JSON.stringify(answers[request.request](request)));
}
