import {
  type AnyOperation,
  type ClientName,
  chapterOf,
  clientMethodOf,
  clientOf,
  requiresBody,
} from '@service/contract';
import { isPage } from './names.ts';
import type { Schema } from './print-type.ts';

const TITLES: Readonly<Record<ClientName, string>> = {
  admin: 'createAdminClient',
  store: 'createStoreClient',
  setup: 'createSetupClient',
};

/** docs/client-methods.md: every method with what it does and the request that it sends, by client and topic. */
export function printMethodsPage(operations: readonly AnyOperation[]): string {
  const sections = (['store', 'admin', 'setup'] as const).flatMap((client) => {
    const own = operations.filter((operation) => clientOf(operation) === client);
    const topics = [...new Set(own.map(chapterOf))].sort();
    return [
      `## ${TITLES[client]}`,
      ...topics.flatMap((topic) => [
        `**${topic}**`,
        [
          '| method | what it does | request |',
          '|---|---|---|',
          ...own.filter((operation) => chapterOf(operation) === topic).map(printRow),
        ].join('\n'),
      ]),
    ];
  });
  return `${[
    '# Methods of the JavaScript client',
    'Generated from the contract by `npm run openapi` in `packages/contract`.\nHow a client is made, what a call takes and what it throws: [the JavaScript client](client.md).',
    'Each method with the members of its input; `…` stands for query parameters, and `.all` for an iterator over all pages.\n`/docs` says what each takes and returns.',
    ...sections,
  ].join('\n\n')}\n`;
}

function printRow(operation: AnyOperation): string {
  const { method, path, params, query, body, streams, summary, response } = operation;
  const members = [
    ...Object.keys((params as Schema | undefined)?.properties ?? {}),
    ...(query ? ['…'] : []),
    ...(body || streams ? [requiresBody(operation) ? 'body' : 'body?'] : []),
    ...(streams ? ['contentType'] : []),
  ];
  const all = isPage(response.schema as Schema) ? ', `.all`' : '';
  const call = `${clientMethodOf(operation.id)}(${members.length > 0 ? `{ ${members.join(', ')} }` : ''})`;
  return `| \`${call}\`${all} | ${summary} | \`${method} ${path}\` |`;
}
