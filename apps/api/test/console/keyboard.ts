import type { Page } from 'playwright-core';

/** What can be used in this part of the page and that Tab doesn't come by, or that doesn't show that it has the focus. */
export async function unreached(page: Page, part: 'body' | 'main'): Promise<string[]> {
  // A field of a date has several stops.
  const most = 3 * (await page.evaluate<number>(`(${MARK_ALL})('${part}')`)) + 10;
  for (let pressed = 0; pressed < most; pressed += 1) {
    await page.keyboard.press('Tab');
    if ((await page.evaluate<number>(NOTE_FOCUS)) === 0) break;
  }
  return page.evaluate<string[]>(UNSEEN);
}

/** In the browser, where these tests have no types. What stands behind an open dialog can't be used. */
const MARK_ALL = `(part) => {
  const root = document.querySelector('[role=dialog]') ?? document.querySelector(part);
  const all = [...root.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
    .filter((each) => !each.disabled && each.checkVisibility({ visibilityProperty: true }) && each.tabIndex >= 0 && !each.closest('details:not([open]) > :not(summary)'));
  for (const each of all) each.setAttribute('data-wanted', '');
  document.activeElement?.blur?.();
  if (part === 'main') root.focus();
  return all.length;
}`;
const NOTE_FOCUS = `(() => {
  const at = document.activeElement;
  const box = at?.getBoundingClientRect();
  const isSeen = box && getComputedStyle(at).outlineStyle !== 'none' && box.width > 0 && box.bottom > 0 && box.top < innerHeight;
  if (isSeen) at.removeAttribute('data-wanted');
  return document.querySelectorAll('[data-wanted]').length;
})()`;
const UNSEEN = `[...document.querySelectorAll('[data-wanted]')].map((each) => each.outerHTML.slice(0, 200))`;
