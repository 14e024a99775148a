// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of the source, as they stand there.

/** @type {import('./index.mjs').Mutation[]} */
export default [
  {
    what: 'an event with an old signature is taken',
    file: 'packages/core/src/payments/provider-signature.ts',
    search: '> TOLERANCE_SECONDS) return false;',
    replace: '> 1e12) return false;',
    tests: ['apps/api/test/webhooks/payment/signature.test.ts'],
  },
  {
    what: 'an event is applied as often as it comes',
    file: 'packages/core/src/payments/receive-provider-event.ts',
    search: 'if (!isNew || !EFFECTS.has(event.type)) return;',
    replace: 'if (!EFFECTS.has(event.type)) return;',
    tests: ['apps/api/test/webhooks/payment.test.ts', 'apps/api/test/webhooks/payment/events.test.ts'],
  },
  {
    what: 'an amount that doesn’t fit its order is no mismatch (M1)',
    file: 'packages/core/src/payments/receipt.ts',
    search: '(!isStated || amount === due)',
    replace: 'true',
    tests: ['apps/api/test/webhooks/payment/mismatch.test.ts'],
  },
  {
    what: 'money of a foreign currency is captured (M1)',
    file: 'packages/core/src/payments/receipt.ts',
    search: 'const captured = isOurCurrency ? (amount ?? 0n) : 0n;',
    replace: 'const captured = amount ?? 0n;',
    tests: ['apps/api/test/webhooks/payment/mismatch.test.ts'],
  },
  {
    what: 'an order that was paid elsewhere is due again (M1)',
    file: 'packages/core/src/payments/receipt.ts',
    search: 'const due = total - (others._sum.capturedAmount ?? 0n);',
    replace: 'const due = total + (others._sum.capturedAmount ?? 0n) * 0n;',
    tests: ['apps/api/test/webhooks/payment/outside-payment.test.ts'],
  },
  {
    what: 'a mismatch is shipped (M1)',
    file: 'packages/core/src/orders/payment-mismatch.ts',
    search: 'if (attention === PAYMENT_MISMATCH)',
    replace: 'if (attention === undefined)',
    tests: ['apps/api/test/webhooks/payment/mismatch.test.ts'],
  },
  {
    what: 'an event that contradicts its payment is applied (M2)',
    file: 'packages/core/src/payments/apply-provider-event.ts',
    search: `    if (contradicts(payment, event)) return setAside(tx, payment, event);
`,
    replace: `    void setAside;
`,
    tests: [
      'apps/api/test/webhooks/payment/outside-payment.test.ts',
      'apps/api/test/admin/payment-events.test.ts',
    ],
  },
  {
    what: 'a payment moves backwards',
    file: 'packages/core/src/payments/payment-status.ts',
    search: `    !ENDED.has(payment.status) &&
`,
    replace: '',
    tests: ['apps/api/test/webhooks/payment/events.test.ts'],
  },
  {
    what: 'an older failure overwrites a newer one',
    file: 'packages/core/src/payments/payment-status.ts',
    search: 'if (payment.failureTime !== null && time < payment.failureTime) return {};',
    replace: '',
    tests: ['apps/api/test/webhooks/payment/events.test.ts'],
  },
  {
    what: 'a smaller refunded sum that comes late counts',
    file: 'packages/core/src/payments/payment-status.ts',
    search: 'refundedAmount: larger(payment.refundedAmount, reported)',
    replace: 'refundedAmount: reported',
    tests: ['apps/api/test/webhooks/payment/events.test.ts'],
  },
  {
    what: 'an event that comes before the commit of its payment is lost',
    file: 'packages/core/src/payments/apply-provider-event.ts',
    search: `  await lockKeys(tx, await keysOfPayment(tx, payment));
`,
    replace: '',
    tests: ['apps/api/test/providers/stripe.test.ts'],
    grep: 'isn’t committed yet',
  },
  {
    what: 'a dispute that is updated in its second isn’t (T)',
    file: 'packages/core/src/payments/record-dispute.ts',
    search: `return event.type !== 'charge.dispute.created';`,
    replace: 'return false;',
    tests: ['apps/api/test/webhooks/payment/events.test.ts'],
  },
  {
    what: 'a closed dispute opens again',
    file: 'packages/core/src/payments/record-dispute.ts',
    search: 'if (closes !== (known.outcome !== null)) return closes;',
    replace: '',
    tests: ['apps/api/test/webhooks/payment/events.test.ts'],
  },
  {
    what: 'an order whose payment begins to be processed expires',
    file: 'packages/core/src/cancellation/expire-unpaid.ts',
    search: `AND (p.status = 'processing' OR p.expires_at > \${tx.now()})`,
    replace: `AND (p.status = 'none' OR p.expires_at > \${tx.now()})`,
    tests: ['apps/api/test/admin/orders/expiry.test.ts'],
  },
  {
    what: 'a payment that is opened while its order is cancelled can be paid',
    file: 'packages/core/src/payments/cancel-payments.ts',
    search: 'where: { id, providerPaymentId, cancelAt: { not: null } },',
    replace: 'where: { id, cancelAt: { not: null } },',
    tests: ['apps/api/test/providers/cancel-payments.test.ts'],
    grep: 'is opened while',
  },
  {
    what: 'a refused cancellation holds up the others (H6)',
    file: 'packages/core/src/payments/cancel-payments.ts',
    search: `if (result === 'unreachable') unreachable.add(accountId);`,
    replace: `if (result === 'unreachable' || result === 'refused') unreachable.add(accountId);`,
    tests: ['apps/api/test/providers/cancel-payments.test.ts'],
    grep: 'in the same run',
  },
  {
    what: 'a payment of another order’s metadata is recorded for any event',
    file: 'packages/core/src/payments/outside-payment.ts',
    search: `!type.startsWith('payment_intent.') || `,
    replace: '',
    tests: [
      'apps/api/test/admin/payment-events.test.ts',
      'apps/api/test/webhooks/payment/outside-payment.test.ts',
      'apps/api/test/webhooks/payment/events.test.ts',
    ],
  },
  {
    what: 'a signature of another length is a failure of ours',
    file: 'packages/core/src/payments/provider-signature.ts',
    search: 'if (!/^[0-9a-f]{64}$/i.test(hex)) return false;',
    replace: '',
    tests: ['apps/api/test/webhooks/payment/signature.test.ts'],
  },
  {
    what: 'an event of one account is applied to a payment of another',
    file: 'packages/core/src/payments/match-payment.ts',
    search: `  const ofAccount = { accountId: account };
`,
    replace: `  const ofAccount = {};
`,
    tests: ['apps/api/test/webhooks/payment/account.test.ts'],
  },
  {
    what: 'the account of another store names an order',
    file: 'packages/core/src/payments/outside-payment.ts',
    search: 'const ofStore = account ? { tenantId: account.tenantId } : {};',
    replace: 'const ofStore = {};',
    tests: ['apps/api/test/webhooks/payment/account.test.ts'],
  },
  {
    what: 'a key of another account is taken',
    file: 'packages/core/src/payment-accounts/accounts.ts',
    search: 'if (found.providerAccountId !== own)',
    replace: 'if (found.providerAccountId === undefined)',
    tests: ['apps/api/test/admin/payment-accounts.test.ts'],
  },
];
