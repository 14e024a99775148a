import { defineOperation } from '../../../../../operation.ts';
import {
  exampleWithdrawal,
  WITHDRAWAL_DESCRIPTION,
  withdrawal,
} from '../../../../../resources/withdrawal.ts';

export const withdrawOwnOrder = defineOperation({
  endpoint: 'POST /store/v1/customers/me/orders/{id}/withdrawal',
  summary: 'Withdraw from one of my orders',
  description: WITHDRAWAL_DESCRIPTION,
  auth: { kind: 'customer' },
  response: { status: 200, description: 'The withdrawal', schema: withdrawal },
  errors: ['illegal_transition'],
  examples: { response: exampleWithdrawal },
});
