// A subscriber in a process of its own. Counts what it gets, and says how long the wanted ones took from the first to the last.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Question = { ask: 'count'; upTo: number } | { ask: 'seen' };

let wanted = 0;
let seen = 0;
let firstAt = 0;

process.on('message', (question: Question) => {
  if (question.ask === 'count') {
    wanted = question.upTo;
    seen = 0;
  }
  process.send?.({ seen });
});
process.on('disconnect', () => process.exit(0));

const server = createServer((request, response) => {
  request.resume();
  // Hangs until the caller gives up.
  if (request.url?.startsWith('/hang')) return;
  const answerAfterMs = Number(/^\/after\/(\d+)/.exec(request.url ?? '')?.[1] ?? 0);
  const failingPercent = Number(/\/failing\/(\d+)/.exec(request.url ?? '')?.[1] ?? 0);
  request.on('end', () => {
    seen += 1;
    if (seen === 1) firstAt = performance.now();
    if (seen === wanted) process.send?.({ ms: performance.now() - firstAt });
    const status = Math.random() * 100 < failingPercent ? 500 : 200;
    if (answerAfterMs > 0) setTimeout(() => response.writeHead(status).end(), answerAfterMs);
    else response.writeHead(status).end();
  });
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
