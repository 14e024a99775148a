import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Config } from '@service/config';
import { type Log, serveSharedMetrics, stopSignal } from '@service/observability';

/** Longer waits for a process that keeps dying at its start, so that it doesn't use up a core. */
const REPLACE_AFTER_MS = 1000;

/** A process ends by itself after its own deadline; one that hangs doesn't. */
const GRACE_MS = 5000;

/**
 * Runs WEB_CONCURRENCY processes that serve one port, until a signal arrives. A process that dies is replaced; if one can't start
 * at all, all of them end. Returns the exit code.
 */
export async function supervise(config: Config, log: Log): Promise<number> {
  const children = new Set<Worker>();
  const stopping = new AbortController();
  // Before the first process starts, because from then on a signal must find a listener.
  const stopped = stopSignal();

  /** Keeps one process running until all are to stop. Resolves with the exit code of the last one. */
  async function keep(onReady: () => void): Promise<number> {
    for (let isFirst = true; ; isFirst = false) {
      const { code, signal, wasReady } = await run(onReady);
      const isOver = stopping.signal.aborted || (isFirst && !wasReady);
      if (isOver) return code ?? 1;
      log.error({ code, signal }, 'a process of the API ended; another one takes its place');
      await wait(REPLACE_AFTER_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return 0;
    }
  }

  async function run(onReady: () => void) {
    const child = cluster.fork();
    children.add(child);
    let wasReady = false;
    child.on('message', (message: { ready?: boolean }) => {
      if (!message.ready) return;
      wasReady = true;
      onReady();
    });
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
    children.delete(child);
    return { code, signal, wasReady };
  }

  function end(signal: NodeJS.Signals): void {
    for (const child of children) child.process.kill(signal);
  }

  const kept: Promise<number>[] = [];
  const ready = Array.from(
    { length: config.WEB_CONCURRENCY },
    () => new Promise<void>((resolve) => kept.push(keep(resolve))),
  );
  const isStarted = await Promise.race([
    Promise.all(ready).then(() => true),
    ...[stopped, ...kept].map((end) => end.then(() => false)),
  ]);
  const metrics =
    isStarted && config.METRICS_PORT
      ? await serveSharedMetrics(config.METRICS_PORT, { host: config.METRICS_HOST })
      : undefined;
  if (isStarted) {
    log.info({ port: config.PORT, processes: config.WEB_CONCURRENCY }, 'ready');
    process.send?.({ ready: true });
    log.info({ reason: (await stopped).reason }, 'stopping');
  }

  stopping.abort();
  end('SIGTERM');
  const deadlineMs = config.SHUTDOWN_DRAIN_MS + config.SHUTDOWN_TIMEOUT_MS + GRACE_MS;
  const force = setTimeout(() => end('SIGKILL'), deadlineMs);
  const codes = await Promise.all(kept);
  clearTimeout(force);
  await metrics?.close();
  return codes.every((code) => code === 0) ? 0 : 1;
}
