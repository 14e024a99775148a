import { ServiceError } from '@service/contract';
import type { Log } from '@service/core';
import type { Express } from 'express';
import { startExchange } from './mount.ts';
import { sendProblem } from './problem.ts';

/**
 * Responds to every request except the health check with 503 and `Retry-After` while there is a reason: an upgrade, or a database
 * that doesn't fit this version. The payment provider sends its callbacks again.
 */
export function refuseWhile(app: Express, closed: () => string | undefined, log: Log): void {
  app.use((req, res, next) => {
    const reason = req.path === '/health' ? undefined : closed();
    if (!reason) return next();
    const requestId = startExchange(req, res, { log, operationId: 'none' });
    const error = new ServiceError('dependency_unavailable', reason);
    sendProblem(res, error, { requestId, log, isPlanned: true });
  });
}
