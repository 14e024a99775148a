import { isServiceOrCommand } from './places.mjs';

const MAX_LINES = 20;

export const statements = {
  name: 'statements',
  message: `has a statement of more than ${MAX_LINES} lines: it stands in a file \`*.sql.ts\`, with its input, its output and why`,
  appliesTo: (path) => isServiceOrCommand(path) && !path.endsWith('.sql.ts'),
  find: ({ ofType, code }) =>
    ofType('TemplateLiteral').filter(({ start, end }) => {
      const text = code.slice(start, end);
      return /\b(SELECT|INSERT|UPDATE|DELETE)\b/.test(text) && text.split('\n').length > MAX_LINES + 1;
    }),
  allowed: {},
};
