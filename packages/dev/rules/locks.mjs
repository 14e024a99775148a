import { isServiceOrCommand } from './places.mjs';
import { textOf } from './source.mjs';

const LOCK = /\bFOR\s+(?:UPDATE|NO\s+KEY\s+UPDATE|SHARE|KEY\s+SHARE)\b/g;
/** What may stand before the parenthesis around a query that locks. */
const HOLDER = /\b(?:AS|AS\s+MATERIALIZED|LATERAL)\s*$/;

/**
 * PostgreSQL runs such a query anew for each row that it's joined with, where it takes the table for a small one: more rows are locked
 * than its limit says, and some that nothing is done to.
 */
export const locks = {
  name: 'locks',
  message: 'locks rows in a query within another, which may run more than once: put it into a WITH',
  appliesTo: isServiceOrCommand,
  find({ ofType }) {
    return ofType('Literal', 'TemplateLiteral').filter((node) => {
      const text = textOf(node);
      return [...text.matchAll(LOCK)].some(({ index }) => isNested(text.slice(0, index)));
    });
  },
  allowed: {},
};

/** Whether the query that ends here stands within another, and not in a WITH. */
function isNested(before) {
  let text = before;
  while (/\([^()]*\)/.test(text)) text = text.replace(/\([^()]*\)/g, '');
  const open = text.lastIndexOf('(');
  return open >= 0 && !HOLDER.test(text.slice(0, open));
}
