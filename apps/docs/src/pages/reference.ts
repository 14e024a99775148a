import {
  chapters,
  document,
  type Operation,
  type Parameter,
  type PlacedOperation,
  parameterOf,
  responseOf,
  type Schema,
} from './document.ts';
import { field, fields, typeOf } from './fields.ts';
import { samplesOf } from './samples.ts';
import { oneLine, prose } from './text.ts';
import { trialOf } from './trial.ts';

/** A page of the site: Markdown at a path below /docs. */
export interface Page {
  /** With `.md`. */
  path: string;
  title: string;
  markdown: string;
  /** The data of the page's components. */
  data?: object;
}

/** A page for each operation, event and object, and the contents of each group. */
export function referencePages(): Page[] {
  return [
    contentsPage(),
    ...chapters.flatMap((chapter) => [
      chapterPage(chapter),
      ...chapter.operations.map((operation) => operationPage(chapter.slug, operation)),
    ]),
    eventsPage(),
    ...Object.entries(document.webhooks).map(([name, { post }]) => eventPage(name, post)),
    objectsPage(),
    ...Object.entries(document.components.schemas).map(([name, schema]) => objectPage(name, schema)),
  ];
}

const addressOfOperation = new Map(
  chapters.flatMap(({ slug, operations }) =>
    operations.map(({ operationId }) => [operationId, `reference/${slug}/${operationId}`] as const),
  ),
);

function contentsPage(): Page {
  const groups = chapters.map(
    ({ slug, name, description, operations }) =>
      `- [${name}](${slug}/index.md): ${prose(description, 1)} ${counted(operations.length, 'operation')}`,
  );
  const introduction = prose(document.info.description, 1);
  return {
    path: 'reference/index.md',
    title: 'API reference',
    markdown: `# API reference

${introduction}

**For programs** the same is one [OpenAPI 3.1 document](../../openapi.json).

## Operations

${groups.join('\n')}

## Events and objects

- [Events](../events/index.md): what webhooks send
- [Objects](../objects/index.md): what several operations take and return
`,
  };
}

const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}.`;

function chapterPage({ slug, name, description, operations }: (typeof chapters)[number]): Page {
  const rows = operations.map(
    ({ operationId, summary, method, path }) =>
      `| [${oneLine(prose(summary, 2))}](${operationId}.md) | \`${method} ${path}\` |`,
  );
  return {
    path: `reference/${slug}/index.md`,
    title: name,
    markdown: `# ${name}\n\n${prose(description, 2)}\n\n| operation | request |\n|---|---|\n${rows.join('\n')}\n`,
  };
}

function operationPage(slug: string, operation: PlacedOperation): Page {
  // The introduction explains what every operation takes.
  const parameters = operation.parameters.map(parameterOf).filter(({ name }) => name !== 'Prefer');
  const trial = trialOf(operation);
  return {
    path: `reference/${slug}/${operation.operationId}.md`,
    title: operation.summary,
    ...(trial ? { data: { trial } } : {}),
    markdown: sections(
      `# ${operation.summary}`,
      `\`${operation.method} ${operation.path}\``,
      prose(operation.description, 2),
      credentialsOf(operation),
      `::: code-group\n${samplesOf(operation)
        .map(({ label, language, source }) => `\`\`\`${language} [${label}]\n${source}\n\`\`\``)
        .join('\n')}\n:::`,
      ...parameterSections(parameters),
      ...bodySections('Body', operation),
      ...responseSections(operation),
    ),
  };
}

const sections = (...parts: string[]) => `${parts.filter(Boolean).join('\n\n')}\n`;

const CREDENTIAL_NAMES: Readonly<Record<string, string>> = {
  adminToken: 'access token or API key',
  portalSession: 'portal session',
  setupToken: 'setup token',
  publishableKey: 'publishable key',
  customerSession: 'session of the customer',
  paymentSignature: 'signature of the payment provider',
};

function credentialsOf({ security, 'x-permission': permission }: Operation): string {
  const names = security.flatMap((each) => Object.keys(each)).map((name) => CREDENTIAL_NAMES[name]);
  if (names.length === 0) return '';
  const needs = permission ? `, with the permission \`${permission}\`` : '';
  return `**[Credential](../../authentication.md):** ${names.join(', or ')}${needs}`;
}

const PLACES = [
  ['path', 'Path parameters'],
  ['query', 'Query parameters'],
  ['header', 'Headers'],
] as const;

function parameterSections(parameters: readonly Parameter[]): string[] {
  return PLACES.flatMap(([place, title]) => {
    const found = parameters.filter((parameter) => parameter.in === place);
    if (found.length === 0) return [];
    const items = found.flatMap(({ name, schema, description, required }) =>
      field({ name, member: { ...schema, ...(description ? { description } : {}) }, required, up: 2 }),
    );
    return [`## ${title}`, items.join('\n')];
  });
}

function bodySections(title: string, { requestBody }: Operation, up = 2): string[] {
  if (!requestBody) return [];
  return [
    `## ${title}`,
    ...Object.entries(requestBody.content).flatMap(([type, { schema }]) => [
      `\`${type}\`${requestBody.required ? ', required' : ''}`,
      shape(schema, up),
    ]),
  ];
}

function shape(schema: Schema, up: number): string {
  const members = fields(schema.items?.properties ? schema.items : schema, up);
  const type = typeOf(schema, up);
  return members.length > 0 && type === 'object' ? members.join('\n') : [type, ...members].join('\n\n');
}

function responseSections({ responses }: Operation): string[] {
  const all = Object.entries(responses).map(([status, each]) => ({ status, ...responseOf(each) }));
  const errors = all.filter(({ status }) => Number(status) >= 400);
  return [
    ...all
      .filter(({ status }) => Number(status) < 400)
      .flatMap(({ status, description, content = {} }) => [
        `## Response ${status}`,
        prose(description, 2),
        ...Object.entries(content).flatMap(([type, { schema, example }]) => [
          ...(type === 'application/json' ? [] : [`\`${type}\``]),
          shape(schema, 2),
          ...(example === undefined ? [] : [`\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``]),
        ]),
      ]),
    '## Errors',
    errors
      .map(({ status, code, description }) => {
        const codes = code ? [code] : codesIn(description);
        return `- ${status} ${codes.map((each) => `[\`${each}\`](../../errors.md#${each})`).join(', ')}`;
      })
      .join('\n'),
  ];
}

/** Several codes of one status, as the document lists them. */
const codesIn = (description: string) =>
  [...description.matchAll(/^`([a-z_]+)`:/gm)].map(([, code = '']) => code);

function eventsPage(): Page {
  const rows = Object.entries(document.webhooks).map(
    ([name, { post }]) => `| [\`${name}\`](${name}.md) | ${oneLine(prose(post.summary, 1))} |`,
  );
  return {
    path: 'events/index.md',
    title: 'Events',
    markdown: `# Events\n\nWhat webhooks send. [Receiving webhooks](../webhooks.md) shows how to verify and answer them.\n\n| event | when |\n|---|---|\n${rows.join('\n')}\n`,
  };
}

function eventPage(name: string, event: Operation): Page {
  const [content] = Object.values(event.requestBody?.content ?? {});
  return {
    path: `events/${name}.md`,
    title: name,
    markdown: sections(
      `# ${name}`,
      `${prose(event.summary, 1)}.`,
      prose(event.description, 1),
      ...(content?.example === undefined
        ? []
        : [`\`\`\`json\n${JSON.stringify(content.example, null, 2)}\n\`\`\``]),
      ...bodySections('Body', event, 1),
      'Its headers, the signature and retries are those of every event: [Receiving webhooks](../webhooks.md).',
    ),
  };
}

function objectsPage(): Page {
  const rows = Object.keys(document.components.schemas).map((name) => `- [${name}](${name}.md)`);
  return {
    path: 'objects/index.md',
    title: 'Objects',
    markdown: `# Objects\n\nWhat several operations take and return.\n\n${rows.join('\n')}\n`,
  };
}

function objectPage(name: string, schema: Schema): Page {
  const ref = `"$ref":"#/components/schemas/${name}"`;
  const users = chapters
    .flatMap(({ operations }) => operations)
    .filter((operation) => JSON.stringify(operation).includes(ref))
    .map(({ operationId, summary }) => `- [${summary}](../${addressOfOperation.get(operationId)}.md)`);
  return {
    path: `objects/${name}.md`,
    title: name,
    markdown: sections(
      `# ${name}`,
      schema.description ? prose(schema.description, 1) : '',
      shape(schema, 1),
      ...(users.length > 0 && name !== 'Problem' ? ['## Where it is used', users.join('\n')] : []),
    ),
  };
}
