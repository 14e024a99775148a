import { EventEmitter } from 'node:events';

const failures = new EventEmitter<{ failure: [error: unknown] }>();

/**
 * Loads a module that few processes need, when one needs it: `loadLater(() => import('stripe'))`. Node 20 remembers a load that
 * failed, because too many files were open, say, and each later one fails in the same way. Only another process can load the module
 * then, so this one stops: see `nextLoadFailure`.
 */
export async function loadLater<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    failures.emit('failure', error);
    throw error;
  }
}

/** Resolves with the error of the next module that can't be loaded. */
export function nextLoadFailure(): Promise<unknown> {
  return new Promise((resolve) => failures.once('failure', resolve));
}
