// Writes a mail when a price falls by at least so many percent.
import { defineModule } from '@service/module-sdk';

/** @typedef {{ to: string, atLeastPercent?: number }} Config */

export default defineModule({
  configSchema: {
    type: 'object',
    required: ['to'],
    properties: {
      to: { type: 'string', format: 'email' },
      atLeastPercent: { type: 'number', minimum: 0, maximum: 100, default: 10 },
    },
  },
  on: {
    async 'product.price_changed'(event, { config, sendMail }) {
      const { oldPriceMinor, newPriceMinor, currency, variantId } = event;
      const { to, atLeastPercent = 10 } = /** @type {Config} */ (config);
      if (oldPriceMinor === 0 || newPriceMinor >= oldPriceMinor) return;
      const percent = ((oldPriceMinor - newPriceMinor) / oldPriceMinor) * 100;
      if (percent < atLeastPercent) return;
      await sendMail({
        to,
        subject: `A price fell by ${Math.round(percent)} %`,
        text: `Variant ${variantId} costs ${amount(newPriceMinor)} ${currency} instead of ${amount(oldPriceMinor)}.`,
      });
    },
  },
});

function amount(minor) {
  return (minor / 100).toFixed(2);
}
