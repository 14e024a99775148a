import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

let turns: Socket | undefined;

/**
 * Waits until the other version has measured as much: `npm run bench compare` runs two programs at once and gives one of them
 * the turn. Elsewhere it is always this program's.
 */
export async function waitForTurn(): Promise<void> {
  const { BENCH_TURNS_PORT } = process.env;
  if (!BENCH_TURNS_PORT) return;
  turns ??= connect(Number(BENCH_TURNS_PORT), '127.0.0.1');
  turns.ref();
  turns.write('next\n');
  await once(turns, 'data');
  turns.unref();
}
