#!/usr/bin/env node
// A bot with some taste: it keeps the board from the actions, lays its tile where most neighbours
// are, since that is what finishes things, and likes cities and monasteries better than fields.
const board = new Map(); // "x,y" -> what lies there: {tile, at, rot}
const liking = { monastery: 9, shrine: 9, garden: 7, city: 6, castle: 6, road: 4, pass: 2 };

function neighbours([x, y]) {
  const around = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => [dx, dy]));
  const weight = ([dx, dy]) => (dx && dy ? 1 : dx || dy ? 4 : 0);
  return around.reduce((sum, d) => sum + (board.has([x + d[0], y + d[1]].join()) ? weight(d) : 0), 0);
}

function worth(action) {
  if (action.do === "place") return neighbours(action.at);
  if (action.do === "meeple") return liking[action.seg.split(":")[0]] ?? 1;
  if (action.do === "bid" || action.do === "offer") return -Math.abs((action.points ?? action.bid) - 2);
  return liking[action.do] ?? 3;
}

const say = (message) => console.log(JSON.stringify(message));
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") say({ type: "hello", name: "neighbours", version: "1" });
  if (message.type === "setup") board.clear();
  if (message.type === "action" && message.action.do === "place") board.set(message.action.at.join(), message.action);
  if (message.type === "think") {
    const best = message.legal.reduce((a, b) => (worth(b) > worth(a) ? b : a));
    say({ type: "act", action: best });
  }
  if (message.type === "bye") process.exit();
});
