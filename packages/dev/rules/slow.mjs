import { keyOf } from './source.mjs';

/** What may take seconds, by what it is called on. */
const SLOW = {
  provider: ['checkAccount', 'openPayment', 'capturePayment', 'cancelPayment', 'refund', 'recordDocument'],
  passwords: ['hash', 'verify'],
  lookups: ['look'],
  carrier: ['rates', 'createLabel', 'cancelLabel'],
  taxProvider: ['rates'],
  resizer: ['shrink'],
  store: ['write'],
};
const SLOW_FUNCTIONS = new Set(['checkSubscriptionUrl']);

export const slow = {
  name: 'slow',
  message:
    'waits for what may take seconds without `awaitSlow`: the credential of the request may end meanwhile, and what is written afterwards would not look',
  appliesTo: (path) => path.startsWith('packages/core/src/'),
  find: ({ ofType, parentOf }) =>
    ofType('CallExpression').filter(({ callee }) => isSlow(callee) && !isAwaited(callee, parentOf)),
  allowed: {
    'packages/core/src/payments/bounded-provider.ts': 'gives each call its deadline',
    'packages/core/src/pictures/read-picture.ts': 'writes no row',
    'packages/core/src/pictures/store.ts': 'chooses the store',
  },
};

/** What has no store has no credential that could end: logins, resets, the setup and commands. */
function isSlow(callee) {
  if (callee.type !== 'MemberExpression') return SLOW_FUNCTIONS.has(callee.name);
  const holder = callee.object.name ?? keyOf(callee.object);
  return (SLOW[holder]?.includes(keyOf(callee)) ?? false) && rootOf(callee) !== 'system';
}

function rootOf({ type, name, object }) {
  return type === 'MemberExpression' ? rootOf(object) : name;
}

function isAwaited(node, parentOf) {
  if (!node) return false;
  return (
    (node.type === 'CallExpression' && node.callee.name === 'awaitSlow') ||
    isAwaited(parentOf(node), parentOf)
  );
}
