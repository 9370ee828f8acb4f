#!/usr/bin/env node
// A bot with some taste, in JavaScript: it keeps the cells that are taken, lays its tile where most
// of them are around, and would rather stand in a monastery than in a city, on a road, in a field.
const taken = new Set();
const liking = { monastery: 9, shrine: 9, garden: 7, city: 6, road: 4, sell: 4, pass: 2, field: 1 };
const around = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => [x, y]));

function worth(action) {
  if (action.do === "place") {
    const [x, y] = action.at;
    return around.filter(([dx, dy]) => taken.has(`${x + dx},${y + dy}`)).length;
  }
  if (action.do === "meeple") return liking[action.seg.split(":")[0]] ?? 3;
  if (action.do === "bid" || action.do === "offer") return -(action.points ?? action.bid);
  return liking[action.do] ?? 3;
}

const say = (message) => console.log(JSON.stringify(message));
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") say({ type: "hello", name: "neighbour", version: "1" });
  if (message.type === "setup") taken.clear();
  if (message.type === "action" && message.action.do === "place") taken.add(`${message.action.at}`);
  if (message.type === "think") {
    say({ type: "act", action: message.legal.reduce((a, b) => (worth(b) > worth(a) ? b : a)) });
  }
  if (message.type === "bye") process.exit();
});
