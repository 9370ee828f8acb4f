// A wire between a browser and the server that can be cut: nothing passes any more, and nobody is told.
import { connect, createServer } from 'node:net';

export async function wireTo(url) {
  const { hostname, port } = new URL(url);
  const ends = new Set();
  let whole = true;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const end of [near, far]) {
      ends.add(end);
      end.on('error', () => end.destroy());
      end.on('close', () => ends.delete(end));
    }
    if (!whole) return;
    near.pipe(far);
    far.pipe(near);
  });
  await new Promise((done) => server.listen(0, 'localhost', done));
  // A test that fails does not wait for it.
  server.unref();
  return {
    url: `http://localhost:${server.address().port}`,
    cut() {
      whole = false;
      for (const end of ends) end.unpipe().pause();
    },
    close() {
      for (const end of ends) end.destroy();
      server.close();
    },
  };
}
