// Tells the operators when a variant is sold out, and when it is back.
import { defineModule } from '@service/module-sdk';

export default defineModule({
  on: {
    async 'product.stock_changed'({ variantId, available }, { notifyAdmins }) {
      await notifyAdmins(
        available
          ? { title: 'A variant is back in stock', detail: `Variant ${variantId} can be bought again.` }
          : { title: 'A variant is sold out', detail: `Variant ${variantId} has no stock left.` },
      );
    },
  },
});
