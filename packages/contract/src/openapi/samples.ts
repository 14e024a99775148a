import { type ClientName, clientMethodOf, clientOf } from '../client-names.ts';
import type { AnyOperation, Auth } from '../operation.ts';

/** `x-codeSamples`, which the reference shows beside an operation: how to call it from a shell and from JavaScript. */
export function codeSamples(operation: AnyOperation, exampleOfPath: Record<string, string>): object[] {
  return [
    { lang: 'Shell', label: 'curl', source: curl(operation, exampleOfPath) },
    ...(operation.auth.kind === 'provider-signature'
      ? []
      : [{ lang: 'JavaScript', label: 'JavaScript', source: javaScript(operation, exampleOfPath) }]),
  ];
}

const CURL_HEADERS: Record<Auth['kind'], string[]> = {
  public: [],
  admin: ['Authorization: Bearer $TOKEN'],
  setup: ['Authorization: Bearer $SETUP_TOKEN'],
  store: ['X-Publishable-Key: $PUBLISHABLE_KEY'],
  customer: ['Authorization: Bearer $SESSION'],
  'provider-signature': ['payment-signature: $SIGNATURE'],
};

function curl(
  { method, path, auth, body, streams, examples }: AnyOperation,
  inPath: Record<string, string>,
): string {
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => inPath[name] ?? '');
  const headers = [...CURL_HEADERS[auth.kind]];
  if (body) headers.push('Content-Type: application/json');
  if (streams) headers.push(`Content-Type: ${streams.at(-1)}`);
  const isImplied = method === 'GET' || (method === 'POST' && (body || streams));
  return [
    `curl${isImplied ? '' : ` -X ${method}`} "$BASE${address}"`,
    ...headers.map((header) => `-H "${header}"`),
    ...(body ? [`-d '${JSON.stringify(examples.body ?? {}).replaceAll("'", "'\\''")}'`] : []),
    ...(streams ? [`--data-binary @${fileOf(streams).name}`] : []),
  ].join(' \\\n  ');
}

const CLIENTS: Record<ClientName, { create: string; options: string }> = {
  admin: { create: 'createAdminClient', options: 'baseUrl, token' },
  store: { create: 'createStoreClient', options: 'baseUrl, publishableKey, session' },
  setup: { create: 'createSetupClient', options: 'baseUrl, setupToken, token' },
};

function javaScript(operation: AnyOperation, inPath: Record<string, string>): string {
  const { id, body, streams, response, examples } = operation;
  const client = clientOf(operation);
  const { create, options } = CLIENTS[client];
  const input = {
    ...inPath,
    ...(body ? { body: examples.body ?? {} } : {}),
    ...(streams ? { body: fileOf(streams).content, contentType: streams.at(-1) } : {}),
  };
  const call = `await ${client}.${clientMethodOf(id)}(${literal(input)});`;
  const hasResult = response.schema !== undefined;
  return [
    `import { ${create} } from '@service/client-js';`,
    '',
    `const ${client} = ${create}({ ${options} });`,
    hasResult ? `const result = ${call}` : call,
  ].join('\n');
}

/** The file that the samples send. */
function fileOf(streams: readonly string[]): { name: string; content: string } {
  const isPicture = streams.includes('image/jpeg');
  return isPicture ? { name: 'tea.jpg', content: 'FILE' } : { name: 'products.csv', content: 'sku,title\n' };
}

/** The value as it is written in JavaScript: names without quotes. */
function literal(value: object): string {
  if (Object.keys(value).length === 0) return '';
  return JSON.stringify(value, null, 2).replace(/^(\s+)"([A-Za-z_]\w*)":/gm, '$1$2:');
}
