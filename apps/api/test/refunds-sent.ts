import { type TestStore, until } from '@service/testing';

/** The provider is asked behind the response; resolves when it has answered for every refund of the store. */
export function refundsSent({ admin }: TestStore): Promise<void> {
  return until(
    async () => (await admin.db.refund.count({ where: { sendAt: { not: null } } })) === 0,
    'the provider’s answers about refunds',
  );
}
