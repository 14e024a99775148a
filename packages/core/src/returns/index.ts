export { eraseReturns } from './erase-returns.ts';
export {
  approveReturn,
  getReturn,
  receiveReturn,
  refundReturn,
  rejectReturn,
} from './handle-return.ts';
export { listReturns } from './list-returns.ts';
export { createReturn, listReturnsOf, requestReturn } from './request-return.ts';
