// A browser as a watcher: orders and reports go over HTTP to the server of this page.

const sockets = new Map();
let waiting = [];
let sending = false;

async function report(n, is, more) {
  waiting.push({ n, is, ...more });
  if (sending) return;
  sending = true;
  while (waiting.length > 0) {
    const body = waiting.map((each) => JSON.stringify(each)).join("\n");
    waiting = [];
    await fetch("/reports", { method: "POST", body });
  }
  sending = false;
}

function open({ n, url, protocol }) {
  const socket = protocol ? new WebSocket(url, protocol) : new WebSocket(url);
  sockets.set(n, socket);
  socket.onopen = () => report(n, "open", { answer: socket.extensions });
  socket.onmessage = ({ data }) => report(n, "text", { text: data });
  socket.onclose = ({ code, reason }) => report(n, "closed", { code, why: reason });
}

for (;;) {
  const orders = await (await fetch("/orders")).json();
  for (const order of orders) {
    if (order.do === "open") open(order);
    if (order.do === "say") sockets.get(order.n).send(order.text);
    if (order.do === "close") sockets.get(order.n).close();
  }
}
