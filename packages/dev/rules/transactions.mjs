import { isService } from './places.mjs';
import { keyOf } from './source.mjs';

/** What takes a context, or is called on a database, and runs a callback in a transaction. */
const OPENERS = new Set(['inTransaction', 'inSystemTransaction', 'atomically', 'transaction']);
/** By these members of a context something is sent outside. */
const SENDING = new Set(['db', 'forTenant', 'once']);

export const transactions = {
  name: 'transactions',
  message: 'uses the context from outside within a transaction: what is sent by it is no part of that',
  appliesTo: isService,
  find({ ofType, within, isReference, parentOf }) {
    return ofType('CallExpression').flatMap(({ callee, arguments: given }) => {
      const callback = given.at(-1);
      if (!OPENERS.has(callee.name ?? keyOf(callee)) || !/Function/.test(callback?.type)) return [];
      const outer = nameOf(callee.type === 'MemberExpression' ? callee : given[0]);
      if (callback.params.some((param) => param.name === outer)) return [];
      return within(callback.body).filter(
        (node) =>
          node.type === 'Identifier' &&
          node.name === outer &&
          isReference(node) &&
          isSent(node, parentOf(node)),
      );
    });
  },
  allowed: {
    'packages/core/src/context.ts': 'makes the contexts of transactions from those outside',
  },
};

/** Another member, or what is copied with the database of the transaction in place of its own, sends nothing. */
function isSent(node, parent) {
  if (parent.type === 'SpreadElement') return false;
  return parent.type !== 'MemberExpression' || parent.object !== node || SENDING.has(keyOf(parent));
}

/** `ctx` of `ctx.db` and of `ctx.forTenant(tenantId)`. */
function nameOf({ type, name, object, callee }) {
  if (type === 'CallExpression') return nameOf(callee);
  return type === 'MemberExpression' ? nameOf(object) : name;
}
