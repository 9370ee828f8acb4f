// Stands between the page of a person and the server: what the page sends may be held, refused as the server would
// refuse it, or passed on while the line is cut before its answer. Everything else passes.

/** `whenActing(message, line)` decides about each answer of the player; without one it passes. */
export async function meddle(who) {
  const meddler = { whenActing: null, acts: [] };
  await who.page.routeWebSocket(/\/ws$/, (near) => {
    const far = near.connectToServer();
    const line = {
      pass: (text) => far.send(text),
      refuse: (message, refusal) => near.send(JSON.stringify({ type: 'refused', re: message.id, reason: 'meddled', ...refusal })),
      cut: () => near.close({ code: 1001 }),
      deaf: false,
    };
    near.onMessage((text) => {
      const message = JSON.parse(text);
      if (message.type !== 'act') return far.send(text);
      meddler.acts.push(message);
      if (meddler.whenActing) return meddler.whenActing(message, { ...line, text, deafen: () => (line.deaf = true) });
      far.send(text);
    });
    far.onMessage((text) => {
      if (!line.deaf) near.send(text);
    });
  });
  return meddler;
}
