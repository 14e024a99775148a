import { isServiceOrCommand } from './places.mjs';
import { keyOf, propertiesOf } from './source.mjs';

/** How each client is told to end: by these properties of an object in the same file. */
const NEEDS = [
  { called: 'fetch', needs: ['signal'] },
  { called: 'createTransport', needs: ['connectionTimeout', 'greetingTimeout', 'socketTimeout'] },
  { called: 'Stripe', needs: ['timeout', 'maxNetworkRetries'] },
  { called: 'Resolver', needs: ['timeout', 'tries'] },
  { called: 'got', needs: ['timeout'] },
];

export const deadlines = {
  name: 'deadlines',
  message: 'asks something outside of the deployment without a deadline',
  appliesTo: isServiceOrCommand,
  find(source) {
    const objects = source.ofType('ObjectExpression').map((node) => propertiesOf(node).map(keyOf));
    const calls = source.ofType('CallExpression', 'NewExpression');
    return NEEDS.flatMap(({ called, needs }) => {
      const isSaid = objects.some((keys) => needs.every((name) => keys.includes(name)));
      return isSaid ? [] : calls.filter(({ callee }) => isClient(callee, called, source));
    });
  },
  allowed: {
    'packages/core/src/payments/stripe-provider.ts#boundedFetch':
      'Stripe’s package gives the signal of its own timeout',
    'packages/delivery/src/http-sender.ts#createSender':
      'a deadline ends the attempt, and with it the connection',
  },
};

function isClient(callee, called, { moduleOf }) {
  if (called === 'fetch') return callee.name === 'fetch' || (keyOf(callee) === 'fetch' && moduleOf(callee));
  if (called === 'got') return moduleOf(callee) === 'got';
  return callee.name === called || callee.property?.name === called;
}
