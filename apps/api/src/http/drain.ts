import { setTimeout as wait } from 'node:timers/promises';
import { ServiceError } from '@service/contract';
import type { Log } from '@service/core';
import type { Express } from 'express';
import { startExchange } from './mount.ts';
import { sendProblem } from './problem.ts';

export interface Drain {
  /** Whether this process is about to stop. */
  isDraining(): boolean;
  /** From now on it isn't ready. Resolves when load balancers have had the time to notice. */
  begin(forMs: number): Promise<void>;
}

export function createDrain(): Drain {
  let isDraining = false;
  return {
    isDraining: () => isDraining,
    async begin(forMs) {
      isDraining = true;
      await wait(forMs);
    },
  };
}

/**
 * A process that is about to stop still serves every request, but isn't ready, and ends each connection with its next
 * response. So a balancer sends nothing more to it, and no request meets a connection that is being closed.
 */
export function serveDrain(app: Express, { isDraining }: Drain, log: Log): void {
  app.use((req, res, next) => {
    if (!isDraining()) return next();
    res.set('Connection', 'close');
    if (req.path !== '/health') return next();
    const requestId = startExchange(req, res, { log, operationId: 'getHealth' });
    const error = new ServiceError('dependency_unavailable', 'This process is stopping.');
    sendProblem(res, error, { requestId, log, isPlanned: true });
  });
}
