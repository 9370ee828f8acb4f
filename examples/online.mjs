// A bot that plays at a table of a server: the bot protocol over a WebSocket, without any library.
//   node examples/online.mjs http://localhost:8080/t/ID [token]
// It takes the first answer it is offered, and comes again when the line is lost. Needs Node.js 22, or 20 with
// --experimental-websocket.
const [page, given] = process.argv.slice(2);
const url = URL.canParse(page ?? '') ? new URL(page) : undefined;
if (!url || typeof WebSocket === 'undefined') {
  console.error('usage: node online.mjs http://HOST:PORT/t/ID [token], with Node.js 22');
  process.exit(2);
}

// An account is made once; its token is shown once, so keep it: it is the only way back to the seat.
async function newToken() {
  const answer = await fetch(new URL('/api/bots', url), { method: 'POST', body: '{"name":"First answer"}' });
  const { token, error } = await answer.json();
  if (!token) throw new Error(error);
  console.error(`token: ${token}`);
  return token;
}

function play(token) {
  const table = url.pathname.split('/').pop();
  const line = new WebSocket(`${url.protocol === 'https:' ? 'wss' : 'ws'}://${url.host}/bot?table=${table}`);
  const say = (message) => line.send(JSON.stringify(message));
  let legal = [];
  let over = false;
  line.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.type === 'hello') say({ type: 'hello', name: 'online.mjs', version: '1', token });
    if (message.type === 'think') legal = message.legal;
    if (message.type === 'error') console.error(message.reason);
    if (legal.length > 0 && (message.type === 'think' || message.type === 'error'))
      say({ type: 'act', action: legal[0] });
    if (message.type === 'bye') over = true;
  };
  // Without a goodbye the line was lost, or the server starts again: the seat is kept for a minute.
  line.onclose = () => over || setTimeout(() => play(token), 1000);
}

play(given ?? (await newToken()));
