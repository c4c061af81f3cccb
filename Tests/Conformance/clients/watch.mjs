// Node's `ws` as a watcher: orders on standard input, reports on standard output, a line of JSON each.

import { createRequire } from "node:module";
import { createInterface } from "node:readline";

// Debian's place, which a Node from elsewhere does not look at by itself.
const { WebSocket } = createRequire(import.meta.url)("/usr/share/nodejs/ws");
const sockets = new Map();

function report(n, is, more) {
  process.stdout.write(JSON.stringify({ n, is, ...more }) + "\n");
}

function compression(offer) {
  if (offer.none) return false;
  if (offer.bits === undefined && !offer.noContext) return true;
  return { serverMaxWindowBits: offer.bits ?? undefined, serverNoContextTakeover: offer.noContext ?? false };
}

function open({ n, url, protocol, offer }) {
  const socket = new WebSocket(url, protocol ? [protocol] : [], { perMessageDeflate: compression(offer) });
  sockets.set(n, socket);
  let answer = "";
  socket.on("upgrade", (response) => { answer = response.headers["sec-websocket-extensions"] ?? ""; });
  socket.on("open", () => report(n, "open", { answer }));
  socket.on("message", (data) => report(n, "text", { text: data.toString() }));
  let why = "";
  socket.on("error", (error) => { why = String(error); });
  socket.on("close", (code) => report(n, "closed", { code, why }));
}

for await (const line of createInterface({ input: process.stdin })) {
  const order = JSON.parse(line);
  if (order.do === "open") open(order);
  if (order.do === "say") sockets.get(order.n).send(order.text);
  if (order.do === "close") sockets.get(order.n).close();
}
process.exit();
