import type { Express, NextFunction, Request, Response } from 'express';

export interface ObservedRequest {
  /** `none` for requests that no operation served. */
  operationId: string;
  /** 0 if the client disconnected before there was a response. */
  status: number;
  seconds: number;
}

export type ObserveRequest = (request: ObservedRequest) => void;

/** Measures from the first header to the last byte, including preflights and unknown routes. */
export function observeRequests(app: Express, observe: ObserveRequest): void {
  app.use((_req: Request, res: Response, next: NextFunction) => {
    const startedAt = performance.now();
    res.once('close', () =>
      observe({
        operationId: res.locals.operationId ?? 'none',
        status: res.headersSent ? res.statusCode : 0,
        seconds: (performance.now() - startedAt) / 1000,
      }),
    );
    next();
  });
}
