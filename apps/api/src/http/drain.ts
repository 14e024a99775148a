import { setTimeout as wait } from 'node:timers/promises';
import { ServiceError } from '@service/contract';
import type { Log } from '@service/core';
import type { Express, Response } from 'express';
import { startExchange } from './mount.ts';
import { sendProblem } from './problem.ts';

export interface Drain {
  /** Whether this process is about to stop. */
  isDraining(): boolean;
  /** Registers a response that isn't sent yet: during a drain, its connection ends with it. */
  watch(res: Response): void;
  /** From now on the process isn't ready. Resolves once load balancers have had the time to notice. */
  begin(forMs: number): Promise<void>;
}

export function createDrain(): Drain {
  let isDraining = false;
  const underWay = new Set<Response>();
  return {
    isDraining: () => isDraining,
    watch(res) {
      underWay.add(res);
      res.once('close', () => underWay.delete(res));
    },
    async begin(forMs) {
      isDraining = true;
      for (const res of underWay) res.shouldKeepAlive = false;
      await wait(forMs);
    },
  };
}

/**
 * A process that is about to stop still serves every request, but isn't ready, and ends each connection with its next response.
 * So a load balancer sends it no more requests, and no request arrives on a connection that is being closed.
 */
export function serveDrain(app: Express, { isDraining, watch }: Drain, log: Log): void {
  app.use((req, res, next) => {
    watch(res);
    if (!isDraining()) return next();
    res.shouldKeepAlive = false;
    if (req.path !== '/health') return next();
    const requestId = startExchange(req, res, { log, operationId: 'getHealth' });
    const error = new ServiceError('dependency_unavailable', 'This process is stopping.');
    sendProblem(res, error, { requestId, log, isPlanned: true });
  });
}
