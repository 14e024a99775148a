import type { AnyRouter } from '@tanstack/react-router';

/** Whether another page of this app was opened before; the first one starts where the browser starts. */
let hasNavigated = false;

/** The heading of each opened page gets the focus: Tab continues from there, and a screen reader reads it. */
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
 * After a dialog, the focus returns to the control that opened it, or to the heading if that is gone or disabled. Another open
 * dialog keeps the focus.
 */
export function returnFocus(opener: Element | null): void {
  if (document.querySelector('[role=dialog]')) return;
  if (opener instanceof HTMLElement && opener !== document.body) opener.focus();
  if (document.activeElement === document.body) focusHeading();
}

function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}
