import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { ROOT } from './bundle.ts';
import type { TestStore } from './store.ts';

/** Once for all files of this process. */
let built: Promise<unknown> | undefined;

/** Builds the console as production gets it; before the API is made, which looks for it. */
export async function buildConsole(): Promise<void> {
  built ??= promisify(execFile)('npm', ['run', 'build'], { cwd: join(ROOT, 'apps/console') });
  await built;
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
