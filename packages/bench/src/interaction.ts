// Interaction to next paint in the console's log of deliveries: `npm run bench interaction [rows]`, 100,000 by default. The
// production build in Chromium, used by mouse and keyboard; for each kind of interaction what the browser's Event Timing says,
// in steps of 8 ms: from the input until the page has painted what follows of it at once, not what it then loads.
import {
  buildConsole,
  createStore,
  freePort,
  openTestEnv,
  openTestPage,
  SERVICE_ENV,
  signInToConsole,
  startServiceProcess,
} from '@service/testing';
import pg from 'pg';
import { fillLog } from './deliveries/fill-log.ts';
import { machine } from './deliveries/machine.ts';
import { benchDatabase } from './shared/bench-database.ts';

const ROWS = Number(process.argv[2] ?? 100_000);
const ROUNDS = 5;
const AIM_MS = 100;

/** Runs in the browser, where these programs have no types. Times below 16 ms aren't reported. */
const OBSERVE = `
  window.longest = 0;
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId) window.longest = Math.max(window.longest, duration);
  }).observe({ type: 'event', durationThreshold: 16 });`;
/** After two frames the browser has reported what it painted. */
const TAKE_LONGEST = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => {
  resolve(window.longest);
  window.longest = 0;
}))))`;

const databaseUrl = await benchDatabase();
await buildConsole();

const env = await openTestEnv({ databaseUrl });
const store = await createStore(env.system);
const client = new pg.Client({ connectionString: databaseUrl });
await client.connect();
const log = await fillLog(client, ROWS);
// The operator moves into the store that has the log.
await client.query('UPDATE admin_users SET tenant_id = $1 WHERE tenant_id = $2', [
  log.tenantId,
  store.tenantId,
]);
await client.end();
await env.close();

const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const api = await startServiceProcess('api', {
  ...SERVICE_ENV,
  LOG_LEVEL: 'error',
  DATABASE_URL: databaseUrl,
  QUEUE_BACKEND: 'postgres',
  PORT: String(port),
});
const browser = await openTestPage(url);
if (!browser) throw new Error('This bench needs Chromium');
const { page } = browser;
process.stdout.write(`${machine()}\n`);

await signInToConsole(page, url, store);
await page.keyboard.press('g');
await page.keyboard.press('d');
await page.locator('tbody tr').first().waitFor();
await page.evaluate(OBSERVE);

const state = page.getByLabel('Status', { exact: true });
const code = page.getByLabel('Response code');
/** In this order; the page is at the end as it was at the beginning. */
const INTERACTIONS: readonly (readonly [name: string, act: () => Promise<unknown>])[] = [
  ['choose a state by key', () => state.press('End')],
  ['pick all that can be retried', () => page.getByLabel('Pick all', { exact: false }).click()],
  ['next row (j)', () => page.keyboard.press('j')],
  ['type a response code', () => code.pressSequentially('503')],
  ['send the response code', () => code.press('Enter')],
  ['clear the filters', () => page.getByRole('button', { name: 'Clear the filters' }).click()],
  ['open the palette', () => page.keyboard.press('ControlOrMeta+k')],
  ['type in the palette', () => page.keyboard.type('stat')],
  ['close the palette', () => page.keyboard.press('Escape')],
];

const worst = new Map<string, number>();
for (let round = 0; round < ROUNDS; round += 1)
  for (const [name, act] of INTERACTIONS) {
    await act();
    await page.waitForLoadState('networkidle');
    worst.set(name, Math.max(worst.get(name) ?? 0, await page.evaluate<number>(TAKE_LONGEST)));
  }

for (const [name, ms] of worst) process.stdout.write(`${name.padEnd(32)} ${String(ms).padStart(5)} ms\n`);
process.stdout.write(
  `interaction to next paint, ${ROWS} rows, worst of ${ROUNDS} rounds: ${Math.max(...worst.values())} ms (aim ${AIM_MS})\n`,
);
await browser.close();
await api.kill();
