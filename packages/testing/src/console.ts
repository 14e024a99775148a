import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import { ROOT } from './bundle.ts';
import type { TestStore } from './store.ts';
import { until } from './until.ts';

/** Once for all files of this process. */
let built: Promise<unknown> | undefined;

/** Builds the console as production gets it; before the API is made, which looks for it. */
export async function buildConsole(): Promise<void> {
  built ??= buildOnce();
  await built;
}

/** The processes of a test run share what the first of them builds; the others wait, because all would write to one folder. */
async function buildOnce(): Promise<void> {
  const { TEST_RUN_DIR } = process.env;
  if (!TEST_RUN_DIR) return build();
  const folder = join(TEST_RUN_DIR, 'console');
  const done = join(folder, 'done');
  const isFirst = await mkdir(folder).then(
    () => true,
    () => false,
  );
  if (!isFirst) return until(() => existsSync(done), 'the console to be built');
  await build();
  await writeFile(done, '');
}

async function build(): Promise<void> {
  await promisify(execFile)('npm', ['run', 'build'], { cwd: join(ROOT, 'apps/console') });
}

/** Signs the operator of a store in to the console of this API. */
export async function signInToConsole(
  page: Page,
  apiUrl: string,
  { adminEmail, adminPassword }: Pick<TestStore, 'adminEmail' | 'adminPassword'>,
): Promise<void> {
  await page.goto(`${apiUrl}/console/`);
  await page.getByLabel('E-mail address').fill(adminEmail);
  await page.getByLabel('Password').fill(adminPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Home' }).waitFor();
}

/** Types a day such as 2026-03-04 into a field of the console, part by part, in whatever order the reader's dates have them. */
export async function fillDate(field: Locator, iso: string): Promise<void> {
  const [year = '', month = '', day = ''] = iso.split('-');
  for (const [name, digits] of Object.entries({ month, day, year }))
    await field.getByRole('spinbutton', { name: new RegExp(`^${name}`) }).pressSequentially(digits);
}
