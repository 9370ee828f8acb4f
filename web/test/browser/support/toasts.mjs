import assert from 'node:assert/strict';

/** What is told in this text lies over nothing that can be pressed, chosen or read in the dock. */
export async function assertCoversNothing(text) {
  await text.waitFor();
  const covered = await text.evaluate((words) => {
    const toast = words.parentElement;
    const box = toast.getBoundingClientRect();
    return [...document.querySelectorAll('button, a, input, select, section.dock, [data-cell], .tools')]
      .filter((other) => !toast.contains(other) && other.getClientRects().length > 0)
      .filter((other) => {
        const its = other.getBoundingClientRect();
        return its.left < box.right && its.right > box.left && its.top < box.bottom && its.bottom > box.top;
      })
      .map((other) => other.outerHTML.slice(0, 80));
  });
  assert.deepEqual(covered, []);
}
