export { applyReportedRefund } from './apply-reported-refund.ts';
export { creditTakenOff, creditUnpaid } from './credit-notes.ts';
export { eraseRefunds } from './erase-refunds.ts';
export { issueRefund, previewRefund, worthOfUnits } from './issue-refund.ts';
export { listRefunds } from './list-refunds.ts';
export { paidForReturn } from './paid-for-return.ts';
export { type ProviderRefund, type RefundStatus, recordProviderRefund } from './record-provider-refund.ts';
export { countWaitingRefunds, sendDueRefunds } from './send-refund.ts';
export { settleRefunds } from './settle-refunds.ts';
