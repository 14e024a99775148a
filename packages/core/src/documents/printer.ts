import { extname } from 'node:path';
import { refuse, ServiceError } from '@service/contract';
import { createKeyedSemaphore, loadLater, openOnce } from '@service/jobs/primitives';
import type { Piscina } from 'piscina';
import type { Paper } from './paper.ts';
import type * as renderer from './render-pdf.ts';

export interface Printer {
  /** The PDF of a document. Refuses with `too_many_requests` or `dependency_unavailable`. */
  print(tenantId: string, paper: Paper): Promise<Uint8Array>;
}

interface PrinterOptions {
  /** Counts from the moment when the call's turn in its store's queue has come. */
  deadlineMs?: number;
  /** Documents of one store that wait. */
  maxWaiting?: number;
  /** The module that draws. */
  renderer?: string;
}

/** Each uses a core, for seconds when the document is long. */
const AT_ONCE = 2;

/** The stores that have their turn, beyond those that are served. */
const MAX_STORES = 200;

const RETRY_AFTER_SECONDS = 5;

/** Beside this file: a source in development, compiled otherwise. */
const RENDERER = new URL(`./render-pdf${extname(import.meta.url)}`, import.meta.url).href;

/**
 * Draws documents in threads of their own, two at once, so that no request waits for one. The printer draws one document of a
 * store at a time, and the stores take turns, so a store with many documents delays only itself. A thread that takes too long is
 * ended, as is one without work.
 */
export function createPrinter({
  deadlineMs = 20_000,
  maxWaiting = 20,
  renderer = RENDERER,
}: PrinterOptions = {}): Printer {
  const semaphore = createKeyedSemaphore({ perKey: 1, maxWaiting });
  const pool = openOnce(() => openPool(renderer));

  async function draw(paper: Paper): Promise<Uint8Array> {
    const threads = await pool.open();
    return threads.run(paper, { signal: AbortSignal.timeout(deadlineMs) }).catch((error: unknown) => {
      if (!isOverloaded(error)) throw error;
      refuse('dependency_unavailable', 'The document could not be drawn in time.');
    });
  }

  return {
    async print(tenantId, paper) {
      const release = (await semaphore.acquire(tenantId)) ?? refuseMore();
      try {
        return await draw(paper);
      } finally {
        release();
      }
    },
  };
}

/** Loaded with the first document. */
async function openPool(filename: string): Promise<Piscina> {
  const { Piscina } = await loadLater(() => import('piscina'));
  const pool = new Piscina({
    filename,
    name: 'renderPdf' satisfies keyof typeof renderer,
    minThreads: 0,
    maxThreads: AT_ONCE,
    maxQueue: MAX_STORES,
    idleTimeout: 30_000,
    // With few cores, requests come first.
    niceIncrement: 10,
    // It draws, and needs no secrets.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  // Failure policy: a thread that can't start ends no process; its document isn't drawn in time.
  pool.on('error', (error) => process.emitWarning(error));
  return pool;
}

function refuseMore(): never {
  throw new ServiceError(
    'too_many_requests',
    'Too many documents of this store are waiting.',
    undefined,
    RETRY_AFTER_SECONDS,
  );
}

/** Its deadline passed, or too many wait. */
function isOverloaded(error: unknown): boolean {
  return (
    error instanceof Error && (error.name === 'AbortError' || error.message === 'Task queue is at limit')
  );
}
