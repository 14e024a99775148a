// Records events of one store in a process of its own, so that the bench can look at the others meanwhile.
import { openShop } from './shop.ts';

const shop = await openShop();
process.on('message', async ({ tenantId, count }: { tenantId: string; count: number }) => {
  await shop.flood(tenantId, count);
  process.send?.({ recorded: count });
});
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: true });
