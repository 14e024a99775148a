export { eraseReturns } from './erase-returns.ts';
export { exchangeReturn } from './exchange-return.ts';
export {
  approveReturn,
  receiveReturn,
  refundReturn,
  rejectReturn,
} from './handle-return.ts';
export { countOpenReturns, listReturns } from './list-returns.ts';
export { getReturn } from './move-return.ts';
export { reopenExchanged } from './reopen-exchanged.ts';
export { createReturn, listReturnsOf, requestReturn } from './request-return.ts';
