// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of the source, as they stand there.

/** @type {import('./index.mjs').Mutation[]} */
export default [
  {
    what: 'shipping is all taxed as the first goods',
    file: 'packages/core/src/carts/totals.ts',
    search: 'const id = `shipping ${taxKeyOf(tax)} ${tax.relievedRateBasisPoints}`;',
    replace: "const id = 'shipping';",
    tests: ['packages/core/src/carts/totals.test.ts'],
  },
  {
    what: 'what is exempt is taxed at zero',
    file: 'packages/core/src/taxes/tax-key.ts',
    search: "return exempt ? 'exempt' : `${rateBasisPoints}`;",
    replace: 'return `${rateBasisPoints}`;',
    tests: ['packages/core/src/carts/totals.test.ts', 'packages/core/src/refunds/tax-share.test.ts'],
  },
  {
    what: 'a rate of the country goes before one of a city',
    file: 'packages/core/src/taxes/tax-rule.ts',
    search: 'const most = Math.max(...found.map(({ exact }) => exact));',
    replace: 'const most = Math.min(...found.map(({ exact }) => exact));',
    tests: ['packages/core/src/taxes/tax-rule.test.ts'],
  },
  {
    what: 'more is credited of the named goods than goes back',
    file: 'packages/core/src/refunds/tax-share.ts',
    search: 'const named = smaller(rest, smaller(gross, wanted.get(taxKeyOf(line)) ?? 0n));',
    replace: 'const named = smaller(gross, wanted.get(taxKeyOf(line)) ?? 0n);',
    tests: ['packages/core/src/refunds/tax-share.test.ts'],
  },
  {
    what: 'what goes back of an exchange has the tax of all goods',
    file: 'packages/core/src/returns/pay-back.ts',
    search: 'issueRefund(tx, order.id, input, { returnId, wanted: own })',
    replace: 'issueRefund(tx, order.id, input, { returnId })',
    tests: ['apps/api/test/admin/exchanges.test.ts'],
    grep: 'cheaper goods: what goes back',
  },
  {
    what: 'what went back of a return before is credited at its rate again',
    file: 'packages/core/src/refunds/issue-refund.ts',
    search: 'lessPaid(goodsOf(lines), before.byTax)',
    replace: 'goodsOf(lines)',
    tests: ['apps/api/test/admin/exchanges.test.ts'],
    grep: 'at the rates of what is left',
  },
  {
    what: 'a class is removed while a product gets it',
    file: 'packages/core/src/taxes/tax-classes.ts',
    search: 'WHERE tenant_id = ${tenantId}::uuid FOR SHARE`',
    replace: 'WHERE tenant_id = ${tenantId}::uuid`',
    tests: ['apps/api/test/admin/settings/tax-classes.test.ts'],
    grep: 'product is getting them',
  },
];
