import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Before `findViolations`, on each page that is opened. */
export async function loadAxe(page: Page): Promise<void> {
  await page.evaluate(AXE);
}

interface Inspected {
  /** Only these rules; absent: all of WCAG 2.2 A and AA. */
  rules?: readonly string[];
  /** Only what this selector matches; absent: the whole page. */
  within?: string;
}

/** What axe finds wrong, with the HTML of each place. */
export async function findViolations(page: Page, { rules, within }: Inspected = {}): Promise<string[]> {
  const runOnly = rules ? { type: 'rule', values: rules } : { type: 'tag', values: WCAG };
  // Nothing else of its report is read.
  const options = JSON.stringify({ runOnly, resultTypes: ['violations'], selectors: false });
  const found = await page.evaluate<{ id: string; nodes: { html: string }[] }[]>(
    `axe.run(${JSON.stringify(within ?? 'html')}, ${options}).then(({ violations }) => violations)`,
  );
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
