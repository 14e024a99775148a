import { type ReturnStatus, refuse } from '@service/contract';

/** For each status, the statuses to which a return may move. */
const TRANSITIONS: Readonly<Record<ReturnStatus, readonly ReturnStatus[]>> = {
  requested: ['approved', 'rejected'],
  approved: ['received', 'rejected'],
  rejected: [],
  received: ['refunded', 'exchanged', 'rejected'],
  refunded: [],
  exchanged: [],
};

/** The statuses in which goods are still expected. */
export const OPEN: readonly ReturnStatus[] = ['requested', 'approved'];

/** Refuses with `illegal_return_transition` and the statuses to which the return may move. */
export function assertMove(from: ReturnStatus, to: ReturnStatus): void {
  if (TRANSITIONS[from].includes(to)) return;
  const allowed = TRANSITIONS[from].join(' or ') || 'nothing else';
  refuse('illegal_return_transition', `The return is ${from} and can’t become ${to}, only ${allowed}.`);
}
