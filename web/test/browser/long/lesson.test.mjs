// The lesson on small screens, in every language: all of each text is seen, with what is pressed next, and a map beside it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible } from '../support/axe.mjs';
import { ANSWERS, begin, playOn } from '../support/lesson.mjs';
import { suite } from '../support/suite.mjs';

const here = suite();

/** What is not as it should be; runs in the page. */
function troubles() {
  const inside = (box) => box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight + 0.5 && box.right <= innerWidth + 0.5;
  const boxOf = (selector) => document.querySelector(selector)?.getBoundingClientRect();
  const text = boxOf('[data-testid="lesson-text"]');
  const map = boxOf('.map');
  const [coach] = document.querySelectorAll('main > .coach');
  const pressed = [...document.querySelectorAll('.bottom button')].map((button) => button.getBoundingClientRect());
  return [
    (!text || !inside(text)) && 'the text is not in the window',
    coach.scrollHeight > coach.clientHeight + 1 && `the text is cut off by ${coach.scrollHeight - coach.clientHeight}`,
    (map.height < 220 || map.width < 220) && `the map has ${map.width} × ${map.height}`,
    pressed.length === 0 && 'nothing to press',
    pressed.some((box) => box.height < 40) && 'a button is too small',
    pressed.some((box) => !inside(box)) && 'a button is out of sight',
    document.documentElement.scrollWidth > innerWidth && 'the page is too wide',
  ].filter(Boolean);
}

for (const language of ['en', 'ru', 'uk'])
  for (const screen of ['phone', 'lying'])
    test(`${language}, ${screen}`, async () => {
      const who = await here.person({ screen, language });
      await begin(who);
      const left = await playOn(who, ANSWERS, async (chapter, beat) => {
        const found = await who.page.evaluate(troubles);
        assert.deepEqual(found, [], `step ${chapter + 1} (${beat})`);
        if (beat === 'tell' && chapter === 3) await assertAccessible(who.page, 'something told');
        return false;
      });
      assert.deepEqual(left, []);
      await who.page.getByTestId('lesson-ending').waitFor();
      await who.page.getByTestId('lesson-home').scrollIntoViewIfNeeded();
    });
