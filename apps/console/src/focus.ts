import type { AnyRouter } from '@tanstack/react-router';

/** Whether another page was opened from one of this app; the first one starts where the browser starts. */
let hasNavigated = false;

/** The heading of each page that is opened gets the focus: Tab goes on from there, and a screen reader says where it is. */
export function followFocus(router: AnyRouter): void {
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged) return;
    hasNavigated = true;
    if (!document.querySelector('[role=dialog]')) focusHeading();
  });
}

/** For a heading that is drawn only once the page has loaded. */
export function catchFocus(): void {
  if (hasNavigated && document.activeElement === document.body) focusHeading();
}

/**
 * After a dialog: back to what opened it, or to the heading where that is gone or can't be used any more. Another dialog that
 * is open keeps the focus.
 */
export function returnFocus(opener: Element | null): void {
  if (document.querySelector('[role=dialog]')) return;
  if (opener instanceof HTMLElement && opener !== document.body) opener.focus();
  if (document.activeElement === document.body) focusHeading();
}

function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}
