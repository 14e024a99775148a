// What the model of random lives sees by itself: no other test runs. `ORDER_LIVES` says how many are lived, if not 200.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of the source, as they stand there.

const tests = ['apps/api/test/lives/order-lives.test.ts'];

/** @type {import('./index.mjs').Mutation[]} */
export default [
  {
    what: 'the units of a refund that failed stay refunded',
    file: 'packages/core/src/refunds/undo-refund.ts',
    search: "  else await undoGoods(tx, orderId, { kind: 'refund', id }, 'refunded');\n",
    replace: '',
    tests,
  },
  {
    what: 'the tax of a credit note is rounded down',
    file: 'packages/core/src/refunds/tax-share.ts',
    search: '(2n * share * atLeast0(tax) + gross) / (2n * gross)',
    replace: '(share * atLeast0(tax)) / gross',
    tests,
  },
  {
    what: 'a cent of a credit note is of another rate',
    file: 'packages/core/src/refunds/tax-share.ts',
    search: `const from = (given * before) / whole;
    before += weight;
    return (given * before) / whole - from;`,
    replace: `const upTo = (sum) => (given * sum + whole - 1n) / whole;
    before += weight;
    return upTo(before) - upTo(before - weight);`,
    tests,
  },
  {
    what: 'of several payments the oldest pays a refund first',
    file: 'packages/core/src/refunds/money.ts',
    search: '[...payments].reverse().flatMap',
    replace: '[...payments].flatMap',
    tests,
  },
  {
    what: 'what was paid too much goes back with the last of several refunds',
    file: 'packages/core/src/refunds/parts-of-payments.ts',
    search: 'const overpaid = smaller(without, amount);',
    replace: 'const overpaid = index === shares.length - 1 ? smaller(without, amount) : 0n;',
    tests,
  },
  {
    what: 'no subscriber is told of a credit note',
    file: 'packages/core/src/refunds/credit-notes.ts',
    search: "  await recordEvent(tx, 'credit_note.created', data);\n",
    replace: '',
    tests,
  },
  {
    what: 'units that can’t be sold again are in no entry',
    file: 'packages/core/src/returns/handle-return.ts',
    search: "{ lineId, kind: 'thrown_away' as const, units: quantity - units },",
    replace: '',
    tests,
  },
  {
    what: 'a discount counts twice in what an exchange is worth',
    file: 'packages/core/src/returns/exchange-return.ts',
    search: 'const discount = isExchange ? 0n : line.discountTotal;',
    replace: 'const discount = line.discountTotal;',
    tests,
  },
  {
    what: 'goods that are written off stay in the stock',
    file: 'packages/core/src/orders/stock.ts',
    search: "stock: kind === 'written_off' ? -openQuantity(line) : 0,",
    replace: 'stock: 0,',
    tests,
  },
  {
    what: 'an order is sold on the day of its checkout',
    file: 'packages/core/src/orders/move-order.ts',
    search: 'version = version + 1, updated_at = ${tx.now()}\n',
    replace: 'version = version + 1\n',
    tests,
  },
  {
    what: 'a payment that is reported again brings its money again',
    file: 'packages/core/src/payments/payment-event-handlers.ts',
    search: `capturedAmount: larger(payment.capturedAmount, captured),
      chargeIds`,
    replace: `capturedAmount: payment.capturedAmount + captured,
      chargeIds`,
    tests,
  },
  {
    what: 'what isn’t captured stays on the invoice',
    file: 'packages/core/src/payments/payment-event-handlers.ts',
    search: '  if (isFinal && isRequested(payment, amount)) await creditRest(tx, payment, amount);\n',
    replace: '',
    tests,
  },
];
