import { isServiceOrCommand } from './places.mjs';
import { keyOf } from './source.mjs';

const WHOLE = ['text', 'json', 'arrayBuffer', 'blob', 'bytes', 'formData'];

export const responses = {
  name: 'responses',
  message: 'reads a response however long it is: `readText` of packages/jobs takes a limit',
  appliesTo: isServiceOrCommand,
  find: ({ ofType }) =>
    ofType('CallExpression').filter(
      ({ callee, arguments: given }) =>
        callee.type === 'MemberExpression' && given.length === 0 && WHOLE.includes(keyOf(callee)),
    ),
  allowed: {
    'apps/cli/src/upgrade/check-beside.ts#checkProcess': 'the other side is this release, on this machine',
  },
};
