import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { Page } from 'playwright-core';

const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

export interface TestPage {
  page: Page;
  /** What the page complained about: errors on its console, exceptions that nobody caught. */
  complaints: string[];
  /** Addresses outside the origin that it asked for, or tried to. */
  outside: string[];
  close(): Promise<void>;
}

/**
 * A page in a real browser that reaches this origin and no other host; undefined where the machine has no Chromium.
 * None is fetched: it depends on a hundred packages of a desktop, which a server has no other use for.
 */
export async function openTestPage(
  origin: string,
  { javaScriptEnabled = true } = {},
): Promise<TestPage | undefined> {
  const executablePath = await findChromium();
  if (!executablePath) return undefined;
  // Large, and most tests have no browser.
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({
    executablePath,
    args: [
      // Its sandbox doesn't work for root, and it opens nothing but pages of ours.
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Also what the browser asks by itself finds nobody.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  });
  const context = await browser.newContext({ javaScriptEnabled });
  const page = await context.newPage();
  const complaints: string[] = [];
  const outside: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    if (asked !== origin && !['data:', 'blob:'].includes(protocol)) outside.push(request.url());
  });
  return { page, complaints, outside, close: () => browser.close() };
}

async function findChromium(): Promise<string | undefined> {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  for (const file of folders.flatMap((folder) => PROGRAMS.map((program) => join(folder, program)))) {
    const isThere = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return file;
  }
  return undefined;
}
