export { creditUnpaid } from './credit-notes.ts';
export { eraseRefunds } from './erase-refunds.ts';
export { issueRefund, paidForReturn, previewRefund, worthOfUnits } from './issue-refund.ts';
export { listRefunds } from './list-refunds.ts';
export { type ProviderRefund, type RefundStatus, recordProviderRefund } from './record-provider-refund.ts';
export { countWaitingRefunds, sendDueRefunds } from './send-refund.ts';
export { settleRefunds } from './settle-refunds.ts';
