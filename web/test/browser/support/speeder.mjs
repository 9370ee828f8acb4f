// A plain WebSocket client inside the browser, with the cookies of its person: answers at random and at once
// every decision that a test has no interest in, so that the page is left with those that it has.

/** Watches a table from a tab of its own. Answers with a member of `prefer` are taken where there are any. */
export async function speeder(who, table, { seed = 1, pace = 60, prefer = {} } = {}) {
  const tab = await who.context.newPage();
  await tab.goto(`${who.url}/robots.txt`);
  await tab.evaluate(runInTab, { table, seed, pace, prefer });
  return {
    /** Goes on until a decision of another kind than these is asked, or the game is over. */
    /** Answers one decision, whatever it is; tells its kind. */
    once: () => tab.evaluate(() => globalThis.speeder.once()),
    until: (done) => tab.evaluate((kinds) => globalThis.speeder.until(kinds), done),
    close: () => tab.close(),
  };
}

/** Runs in the tab. */
function runInTab({ table, seed, pace, prefer }) {
  let random = seed >>> 0;
  const next = () => {
    random = (Math.imul(random, 1664525) + 1013904223) >>> 0;
    return random / 2 ** 32;
  };
  const socket = new WebSocket(`ws://${location.host}/ws`);
  let now = null;
  let waiting = null;
  const settle = (result) => {
    const { done } = waiting;
    waiting = null;
    done(result);
  };
  // Declining is rarer than chance would have it, so that pieces get onto the board.
  const choose = (options) => {
    const doing = options.filter((option) => option.do !== 'pass');
    const liked = doing.filter((option) => Object.entries(prefer).some(([key, value]) => option[key] === value));
    const from = liked.length > 0 ? liked : doing.length > 0 && next() < 0.8 ? doing : options;
    return from[Math.floor(next() * from.length)];
  };
  const go = () => {
    if (!waiting || !now) return;
    const kind = now.state.decision.kind;
    if (kind === 'over') return settle('over');
    if (now.options.length === 0) return;
    if (waiting.known && !waiting.known.includes(kind)) return settle(kind);
    const { by: _, ...action } = choose(now.options);
    const seq = now.seq;
    now = null;
    setTimeout(() => socket.send(JSON.stringify({ type: 'act', table, seq, action })), pace);
    if (!waiting.known) settle(kind);
  };
  socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', protocol: 1 }));
  socket.onmessage = (event) => {
    const message = JSON.parse(event.data);
    if (message.type === 'welcome') socket.send(JSON.stringify({ type: 'join', table }));
    if (message.type === 'refused' && message.code === 'stale') socket.send(JSON.stringify({ type: 'join', table }));
    if ((message.type === 'table' || message.type === 'update') && message.state) {
      now = { seq: message.seq, state: message.state, options: message.options ?? [] };
      go();
    }
  };
  globalThis.speeder = {
    once: () => new Promise((done) => {
      waiting = { known: null, done };
      go();
    }),
    until: (known) => new Promise((done) => {
      waiting = { known, done };
      go();
    }),
  };
}
