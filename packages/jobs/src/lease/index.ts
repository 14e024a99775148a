export { dueAt, LEASE_MS } from './lease.ts';
export { isLastAttempt, retryAt } from './retry-delays.ts';
