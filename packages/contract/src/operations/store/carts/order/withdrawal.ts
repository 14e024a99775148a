import { defineOperation } from '../../../../operation.ts';
import { exampleWithdrawal, WITHDRAWAL_DESCRIPTION, withdrawal } from '../../../../resources/withdrawal.ts';

export const withdrawCartOrder = defineOperation({
  endpoint: 'POST /store/v1/carts/{cartId}/order/withdrawal',
  summary: 'Withdraw from the order that a cart became',
  description: WITHDRAWAL_DESCRIPTION,
  auth: { kind: 'store', session: 'optional' },
  response: { status: 200, description: 'The withdrawal', schema: withdrawal },
  errors: ['illegal_transition'],
  examples: { response: exampleWithdrawal },
});
