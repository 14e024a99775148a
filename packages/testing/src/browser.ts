import type { Page } from 'playwright-core';
import { findChromium } from './chromium.ts';

/** Ends a hang; a busy machine doesn't reach it. */
const HANGS_AFTER_MS = 280_000;

export interface TestPage {
  page: Page;
  /** The page's complaints: errors on its console with their address, and uncaught exceptions. */
  complaints: string[];
  /** The addresses outside of the origin that it requested, or tried to. */
  outside: string[];
  close(): Promise<void>;
}

/**
 * A page in a real browser that reaches this origin and no other host; undefined where there is no Chromium for
 * this machine, which is refused with CI=true.
 */
export async function openTestPage(
  origin: string,
  { javaScriptEnabled = true } = {},
): Promise<TestPage | undefined> {
  const found = await findChromium();
  if (!found) {
    if (process.env.CI === 'true') throw new Error('With CI=true the tests in a browser may not be skipped.');
    return undefined;
  }
  // Large, and most tests have no browser.
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({
    executablePath: found.executablePath,
    env: { ...process.env, ...found.env },
    args: [
      // Its sandbox doesn't work for root, and it opens nothing but pages of ours.
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // The browser's own requests don't leave the machine either.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  });
  // Animations are off, and a click waits until nothing moves.
  const context = await browser.newContext({ javaScriptEnabled, reducedMotion: 'reduce' });
  context.setDefaultTimeout(HANGS_AFTER_MS);
  const page = await context.newPage();
  const complaints: string[] = [];
  const outside: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    if (asked !== origin && !['data:', 'blob:'].includes(protocol)) outside.push(request.url());
  });
  return { page, complaints, outside, close: () => browser.close() };
}
