import { defineOperation } from '../../../../../operation.ts';
import {
  exampleWithdrawal,
  WITHDRAWAL_DESCRIPTION,
  withdrawal,
} from '../../../../../resources/withdrawal.ts';
import { idParams } from '../../../../../schema.ts';

export const withdrawOwnOrder = defineOperation({
  id: 'withdrawOwnOrder',
  endpoint: 'POST /store/v1/customers/me/orders/{id}/withdrawal',
  tag: 'Customer accounts',
  summary: 'Withdraw from one of my orders',
  description: WITHDRAWAL_DESCRIPTION,
  auth: { kind: 'customer' },
  params: idParams,
  response: { status: 200, description: 'The withdrawal', schema: withdrawal },
  errors: ['illegal_transition'],
  examples: { response: exampleWithdrawal },
});
