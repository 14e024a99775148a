import { type Static, Type } from 'typebox';
import { EXAMPLE_ORDER_ID } from '../events.ts';
import { id, object, timestamp } from '../schema.ts';

export const withdrawal = object({ orderId: id, orderNumber: Type.Integer(), withdrawnAt: timestamp });

export const exampleWithdrawal = {
  orderId: EXAMPLE_ORDER_ID,
  orderNumber: 1001,
  withdrawnAt: '2026-01-15T18:00:00.000Z',
} satisfies Static<typeof withdrawal>;

export const WITHDRAWAL_DESCRIPTION =
  'While something of it hasn’t left: afterwards request a return. The buyer gets an acknowledgement by mail, with what was received and when. Nothing is shipped any more; an operator cancels and refunds the order, or acknowledges the withdrawal with a reason. A repetition changes nothing.';
