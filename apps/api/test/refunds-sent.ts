import { type TestEnv, until } from '@service/testing';

/** The provider is asked behind the response; resolves when it has answered for every refund. */
export function refundsSent({ system }: TestEnv): Promise<void> {
  return until(
    async () => (await system.db.refund.count({ where: { sendAt: { not: null } } })) === 0,
    'the provider’s answers about refunds',
  );
}
