// What all kinds of tables of the load need to talk to a server.
import { createRequire } from "node:module";
import { Agent, request } from "node:http";

/** Packages come from the folder that the load is started in. */
export const require = createRequire(`${process.cwd()}/`);
export const { WebSocket } = require("ws");
export const HOST = "127.0.0.1";
// A connection for each call: one that is kept may be closed just when it is used again.
const agent = new Agent({ keepAlive: false, maxSockets: 16 });

/** Make a REST call; the answer's JSON, or an error. */
export function post(port, path, body) {
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

/** Open a WebSocket; `hear` gets the bytes of each message, `lost` why it ended, if known. */
export function connect(url, hear, lost = () => {}) {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  socket.on("message", hear);
  let why = new Error("a connection was lost");
  socket.on("error", (error) => (why = error));
  socket.on("close", () => lost(why));
  return socket;
}

export const pause = (milliseconds) =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

export function fail(error) {
  console.error(error);
  process.exit(1);
}
