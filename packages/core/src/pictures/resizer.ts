import { type ChildProcess, fork } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { refuse, ServiceError } from '@service/contract';
import { createKeyedSemaphore, withDeadline } from '@service/jobs/primitives';
import type { Made, Outcome, Task } from './decode-picture.ts';
import type { Rendition } from './picture-sizes.ts';

export interface Resizer {
  /**
   * Makes the stored version of an uploaded picture. Refuses with `invalid_picture`, `too_many_requests` or
   * `dependency_unavailable`.
   */
  shrink(tenantId: string, original: Uint8Array): Promise<Made>;
  /** Makes a smaller size of the stored picture. Refuses with `too_many_requests` or `dependency_unavailable`. */
  resize(tenantId: string, master: Uint8Array, rendition: Rendition): Promise<Uint8Array>;
}

export interface ResizerOptions {
  maxPixels?: number;
  /** The deadline of one picture, without its wait. */
  deadlineMs?: number;
  /** The most pictures of one store that may wait. */
  maxWaiting?: number;
  /** The process ends after this time without a picture. */
  idleMs?: number;
  /** The program that decodes pictures. */
  program?: string;
}

const RETRY_AFTER_SECONDS = 5;

/** In the same folder as this file: TypeScript in development, otherwise compiled. */
const PROGRAM = fileURLToPath(new URL(`./decode-picture${extname(import.meta.url)}`, import.meta.url));

/**
 * Decodes and resizes in a separate process, one picture at a time, so that no request waits for other pictures. Stores take
 * turns. The process starts with the first picture, and ends when there are none; if it takes too long, it is killed.
 */
export function createResizer({
  maxPixels = 40_000_000,
  deadlineMs = 20_000,
  maxWaiting = 20,
  idleMs = 30_000,
  program = PROGRAM,
}: ResizerOptions = {}): Resizer {
  const semaphore = createKeyedSemaphore({ inAll: 1, maxWaiting });
  let decoder: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;

  function end(): void {
    decoder?.kill('SIGKILL');
    decoder = undefined;
  }

  async function run(tenantId: string, task: Task): Promise<Outcome> {
    const release = (await semaphore.acquire(tenantId)) ?? refuseMore();
    clearTimeout(idle);
    try {
      return await withDeadline(() => ask(task), deadlineMs);
    } catch {
      // Failure policy: a decoder that crashed or takes too long doesn't affect the next picture.
      end();
      return refuse('dependency_unavailable', 'The picture could not be made in time.');
    } finally {
      idle = setTimeout(end, idleMs).unref();
      release();
    }
  }

  function ask(task: Task): Promise<Outcome> {
    decoder ??= start();
    const asked = decoder;
    return new Promise<Outcome>((resolve, reject) => {
      const told = (outcome: unknown) => settle(() => resolve(outcome as Outcome));
      const ended = () => settle(() => reject(new Error('The decoder has ended.')));
      const settle = (fn: () => void) => {
        asked.off('message', told).off('exit', ended);
        // An idle decoder doesn't keep this process from ending.
        asked.channel?.unref();
        fn();
      };
      asked.once('message', told).once('exit', ended);
      asked.channel?.ref();
      asked.send(task, (error) => error && ended());
    });
  }

  function start(): ChildProcess {
    const started = startDecoder(program);
    started.on('exit', () => {
      if (decoder === started) decoder = undefined;
    });
    return started;
  }

  return {
    async shrink(tenantId, original) {
      const outcome = await run(tenantId, { kind: 'shrink', original, maxPixels });
      if ('problem' in outcome) refuse('invalid_picture', `It can’t be decoded: ${outcome.problem}`);
      return outcome;
    },
    async resize(tenantId, master, rendition) {
      const outcome = await run(tenantId, { kind: 'resize', master, ...rendition });
      if ('problem' in outcome) refuse('dependency_unavailable', 'The picture could not be resized.');
      return outcome.bytes;
    },
  };
}

function startDecoder(program: string): ChildProcess {
  const decoder = fork(program, {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // It only decodes, so it needs no secrets.
    env: { MALLOC_ARENA_MAX: '2' },
  });
  // The caller notices if the process can't start, or is gone.
  decoder.on('error', () => {});
  decoder.unref();
  return decoder;
}

function refuseMore(): never {
  throw new ServiceError(
    'too_many_requests',
    'Too many pictures of this store are waiting.',
    undefined,
    RETRY_AFTER_SECONDS,
  );
}
