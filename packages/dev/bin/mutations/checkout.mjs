// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of the source, as they stand there.

/** @type {import('./index.mjs').Mutation[]} */
export default [
  {
    what: 'goods are added to an order that has left',
    file: 'packages/core/src/checkout/draft-from-order.ts',
    search: 'if (!order.lines.some((line) => line.requiresShipping && shippableQuantity(line) > 0))',
    replace: 'if (false)',
    tests: ['apps/api/test/admin/orders/draft-orders.test.ts'],
  },
  {
    what: 'a draft is begun with a buyer who was erased',
    file: 'packages/core/src/checkout/draft-from-order.ts',
    search: 'order.erasedAt === null ?',
    replace: 'order !== null ?',
    tests: ['apps/api/test/admin/orders/draft-orders.test.ts'],
  },
  {
    what: 'variants are locked in any order',
    file: 'packages/core/src/catalog/reserve-stock.sql.ts',
    search: `      ORDER BY v.id
`,
    replace: '',
    tests: ['apps/api/test/store/carts/waiting-checkout.test.ts'],
  },
  {
    what: 'a discount that changed meanwhile is used',
    file: 'packages/core/src/discounts/use-discount.sql.ts',
    search: 'AND d.version = wanted.version AND d.active',
    replace: 'AND d.active',
    tests: ['apps/api/test/store/carts/waiting-checkout.test.ts'],
  },
  {
    what: 'an amount is split over a gift too',
    file: 'packages/core/src/discounts/choose-discounts.ts',
    search: 'choices.toSorted((a, b) => rank(a) - rank(b)).flatMap(',
    replace: 'choices.flatMap(',
    tests: [
      'packages/core/src/discounts/choose-discounts.test.ts',
      'apps/api/test/store/carts/gifts.test.ts',
    ],
  },
  {
    what: 'a gift is given beside the last units that are bought',
    file: 'packages/core/src/discounts/choose-discounts.ts',
    search: '>= unitsOf(taken) + gift.quantity',
    replace: '>= gift.quantity',
    tests: [
      'packages/core/src/discounts/choose-discounts.test.ts',
      'apps/api/test/store/carts/gifts.test.ts',
    ],
  },
  {
    what: 'a customer has two discounts of the first order',
    file: 'packages/core/src/checkout/place-priced.ts',
    search: '  await assertFirstOrder(tx, priced, order);\n',
    replace: '',
    tests: ['apps/api/test/store/carts/waiting-checkout.test.ts'],
  },
  {
    what: 'a carrier that failed isn’t asked again',
    file: 'packages/core/src/carts/change-cart.ts',
    search: '!Object.hasOwn(current.rates, id)',
    replace: 'Object.keys(current.rates).length === 0',
    tests: ['apps/api/test/store/carts/carriers.test.ts'],
  },
  {
    what: 'a VAT check that failed late revokes a newer result',
    file: 'packages/core/src/customers/vat-checks/record-answer.ts',
    search: ` AND attempts = \${attempts}
`,
    replace: ` AND \${attempts}::int IS NOT NULL
`,
    tests: ['apps/worker/test/vat-checks.test.ts'],
  },
  {
    what: 'a list of own orders counts everybody’s',
    file: 'packages/core/src/orders/own-orders.ts',
    search: 'ctx.db.order.count({ where, ...part })',
    replace: 'ctx.db.order.count({ ...part })',
    tests: ['apps/api/test/store/carts/claim.test.ts', 'apps/api/test/store/customers/me.test.ts'],
  },
  {
    what: 'a cancelled order that is paid again counts no use of its discounts',
    file: 'packages/core/src/orders/mark-paid.ts',
    search: "if (order.status === 'cancelled') await countDiscountUsesAgain(tx, order.id);",
    replace: '',
    tests: ['apps/api/test/store/carts/discounts.test.ts'],
    grep: 'its own order alone',
  },
  {
    what: 'a cart that has become an order is priced afresh',
    file: 'packages/core/src/carts/taxed-cart.ts',
    search:
      'priced.cart.completedAt ? presentOrdered(ctx, priced) : presentCart(await askForTaxes(ctx, priced))',
    replace: 'presentCart(await askForTaxes(ctx, priced))',
    tests: ['apps/api/test/store/carts/promotions.test.ts'],
    grep: 'has become an order',
  },
  {
    what: 'a tax provider is asked by each page',
    file: 'packages/core/src/carts/provider-taxes.ts',
    search: ' && kept.key === keyOf(row, question);',
    replace: ' && false;',
    tests: ['apps/api/test/store/carts/tax-provider.test.ts'],
  },
  {
    what: 'what a tax provider said holds for other goods',
    file: 'packages/core/src/carts/provider-taxes.ts',
    search: ' && kept.key === keyOf(row, question);',
    replace: ';',
    tests: ['apps/api/test/store/carts/tax-provider.test.ts'],
  },
  {
    what: 'a variant is taxed as its product',
    file: 'packages/core/src/carts/line-row.ts',
    search: "taxClass: 'COALESCE(v.tax_class, p.tax_class)'",
    replace: "taxClass: 'p.tax_class'",
    tests: ['apps/api/test/admin/products/variant-tax-class.test.ts'],
  },
  {
    what: 'an order’s address moves to another state',
    file: 'packages/core/src/taxes/is-taxed-alike.ts',
    search: '    here.region === there.region &&\n',
    replace: '',
    tests: ['apps/api/test/admin/settings/tax-classes.test.ts'],
    grep: 'by state',
  },
];
