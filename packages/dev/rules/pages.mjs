import { isBrowserTest } from './places.mjs';
import { keyOf } from './source.mjs';

/** What reads a page once, as it is at this moment. */
const READS = new Set([
  'all',
  'allInnerTexts',
  'allTextContents',
  'boundingBox',
  'content',
  'count',
  'evaluate',
  'evaluateAll',
  'getAttribute',
  'innerHTML',
  'innerText',
  'inputValue',
  'isChecked',
  'isDisabled',
  'isEditable',
  'isEnabled',
  'isHidden',
  'isVisible',
  'textContent',
  'title',
]);

export const pages = {
  name: 'pages',
  message:
    'expects what a page has at one moment, while it may still change: `eventually` of packages/testing looks until it is so',
  appliesTo: isBrowserTest,
  find(source) {
    const readers = readersOf(source);
    return source.ofType('CallExpression').filter(({ callee, arguments: [read] }) => {
      if (callee.name !== 'expect' || !read || isRepeated(read, source)) return false;
      return source.within(read).some((node) => isRead(node) || readers.has(node.callee?.name));
    });
  },
  allowed: {},
};

/** `db.cart.count()` and `Promise.all()` read no page; `page.url()` does, and a request's does not. */
function isRead({ type, callee }) {
  if (type !== 'CallExpression' || callee.type !== 'MemberExpression') return false;
  const [name, owner] = [keyOf(callee), callee.object];
  if (name === 'url') return owner.name === 'page';
  return READS.has(name) && owner.name !== 'Promise' && !isOfDatabase(owner);
}

function isOfDatabase({ type, name, object, property }) {
  if (type === 'Identifier') return name === 'db';
  return type === 'MemberExpression' && (property.name === 'db' || isOfDatabase(object));
}

/** The functions of the file that return what they read; axe, which takes a second, is waited for. */
function readersOf({ ofType, within }) {
  return new Set(
    ofType('VariableDeclarator', 'FunctionDeclaration')
      .filter((declared) => {
        const made = declared.type === 'VariableDeclarator' ? declared.init : declared;
        if (!/Function/.test(made?.type ?? '')) return false;
        const { body } = made;
        const returned =
          body.type === 'BlockStatement'
            ? within(body).filter(({ type }) => type === 'ReturnStatement')
            : [body];
        return returned.some((node) =>
          within(node).some((each) => isRead(each) && keyOf(each.callee) !== 'evaluate'),
        );
      })
      .map(({ id }) => id.name),
  );
}

function isRepeated(node, source) {
  if (!node) return false;
  return (
    (node.type === 'CallExpression' && node.callee.name === 'eventually') ||
    isRepeated(source.parentOf(node), source)
  );
}
