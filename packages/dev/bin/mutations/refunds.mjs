// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of the source, as they stand there.

/** @type {import('./index.mjs').Mutation[]} */
export default [
  {
    what: 'two workers send one refund',
    file: 'packages/core/src/refunds/send-refund.ts',
    search: 'where: { id: refundId, sendAt: found.sendAt, sendAttempts: found.sendAttempts },',
    replace: 'where: { id: refundId },',
    tests: ['apps/api/test/admin/orders/refunds.test.ts'],
  },
  {
    what: 'a late answer overwrites what the provider said since',
    file: 'packages/core/src/refunds/send-refund.ts',
    search: `CASE WHEN status = 'pending' AND status_time = 0 THEN`,
    replace: `CASE WHEN status = 'pending' THEN`,
    tests: ['apps/api/test/providers/stripe.test.ts'],
    grep: 'told of a refund',
  },
  {
    what: 'more is refunded than was captured',
    file: 'packages/core/src/refunds/money.ts',
    search: 'payments.find((each) => refundable(each) >= amount);',
    replace: 'payments.find(() => true);',
    tests: ['apps/api/test/admin/orders/refunds.test.ts'],
  },
  {
    what: 'further payments give back more than is left to give',
    file: 'packages/core/src/refunds/money.ts',
    search: 'const part = smaller(refundable(payment), left);',
    replace: 'const part = refundable(payment);',
    tests: ['apps/api/test/admin/orders/refunds-of-several-payments.test.ts'],
  },
  {
    what: 'what was paid too much has a credit note',
    file: 'packages/core/src/refunds/money.ts',
    search: 'larger(amount - overpaid, 0n), forGoods',
    replace: 'amount, forGoods',
    tests: ['apps/api/test/admin/orders/refunds-of-several-payments.test.ts'],
  },
  {
    what: 'a refund under way doesn’t count',
    file: 'packages/core/src/refunds/money.ts',
    search: `return status === 'pending' || status === 'succeeded';`,
    replace: `return status === 'succeeded';`,
    tests: ['apps/api/test/admin/orders/refunds.test.ts'],
  },
  {
    what: 'a failed refund counts',
    file: 'packages/core/src/refunds/money.ts',
    search: `return status === 'pending' || status === 'succeeded';`,
    replace: `return status !== 'cancelled';`,
    tests: ['apps/api/test/admin/orders/refunds.test.ts'],
  },
  {
    what: 'shares of a line don’t add up to its total',
    file: 'packages/core/src/orders/stock.ts',
    search: 'return upTo(before + units) - upTo(before);',
    replace: 'return upTo(units) + upTo(0);',
    tests: ['apps/api/test/admin/orders/refunds.test.ts'],
  },
  {
    what: 'a line is refunded twice',
    file: 'packages/core/src/refunds/issue-refund.ts',
    search: `    await countRefunded(tx, lines, isOfReturn);
`,
    replace: `    void countRefunded;
`,
    tests: ['apps/api/test/admin/orders/refunds.test.ts'],
  },
  {
    what: 'an older event of a refund overwrites a newer one',
    file: 'packages/core/src/refunds/record-provider-refund.ts',
    search: 'if (told.time !== known.statusTime) return told.time > known.statusTime;',
    replace: 'if (told.time !== known.statusTime) return true;',
    tests: ['apps/api/test/webhooks/payment/events.test.ts'],
  },
  {
    what: 'a refund that succeeds twice gets two credit notes',
    file: 'packages/core/src/refunds/record-provider-refund.ts',
    search: `if (refund.credited === null && told.status === 'succeeded'`,
    replace: `if (told.status === 'succeeded'`,
    tests: ['apps/api/test/webhooks/payment/events.test.ts', 'apps/api/test/admin/orders/refunds.test.ts'],
  },
  {
    what: 'a refund of everything leaves the order partially refunded',
    file: 'packages/core/src/refunds/settle-refunds.ts',
    search: 'const to = total >= paid ?',
    replace: 'const to = total > paid ?',
    tests: ['apps/api/test/admin/orders/refunds.test.ts'],
  },
  {
    what: 'what is told again moves the order again',
    file: 'packages/core/src/refunds/settle-refunds.ts',
    search: '(total === order.refundedTotal && !waited)',
    replace: '(total < order.refundedTotal && !waited)',
    tests: ['apps/api/test/webhooks/payment/events.test.ts', 'apps/api/test/admin/orders/refunds.test.ts'],
  },
  {
    what: 'goods that left are released instead of returned',
    file: 'packages/core/src/refunds/issue-refund.ts',
    search: 'const released = Math.min(quantity, openQuantity(line));',
    replace: 'const released = quantity;',
    tests: ['apps/api/test/admin/orders/refunds.test.ts'],
  },
];
