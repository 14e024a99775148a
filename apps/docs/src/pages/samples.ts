import { type PlacedOperation, parameterOf } from './document.ts';

interface Sample {
  /** The title of its tab. */
  label: string;
  /** The language's name in the highlighter. */
  language: string;
  source: string;
}

/** A request as every language writes it. */
interface Request {
  method: string;
  path: string;
  /** A header that names the caller: what stands before its value, and the variable that holds it. */
  credential: { header: string; before: string; variable: string } | undefined;
  contentType: string | undefined;
  json: unknown;
  /** Sent as it is, in place of JSON. */
  file: string | undefined;
}

/** How to call an operation: by curl and our client as the document says it, by others with what they all have. */
export function samplesOf(operation: PlacedOperation): Sample[] {
  const given = (label: string) => operation['x-codeSamples']?.find((each) => each.label === label)?.source;
  const [curl, client] = [given('curl'), given('JavaScript')];
  const request = requestOf(operation);
  return [
    ...(curl ? [{ label: 'curl', language: 'sh', source: curl }] : []),
    ...(client ? [{ label: 'JavaScript / TypeScript', language: 'ts', source: client }] : []),
    { label: 'Python', language: 'python', source: python(request) },
    { label: 'PHP', language: 'php', source: php(request) },
    { label: 'Go', language: 'go', source: go(request) },
    { label: 'Ruby', language: 'ruby', source: ruby(request) },
  ];
}

const CREDENTIALS: Readonly<Record<string, Request['credential']>> = {
  adminToken: { header: 'Authorization', before: 'Bearer ', variable: 'token' },
  portalSession: { header: 'Authorization', before: 'Bearer ', variable: 'token' },
  setupToken: { header: 'Authorization', before: 'Bearer ', variable: 'setupToken' },
  customerSession: { header: 'Authorization', before: 'Bearer ', variable: 'session' },
  publishableKey: { header: 'X-Publishable-Key', before: '', variable: 'publishableKey' },
  paymentSignature: { header: 'payment-signature', before: '', variable: 'signature' },
};

export function requestOf(operation: PlacedOperation): Request {
  const content = operation.requestBody?.content ?? {};
  const contentType = Object.keys(content).at(-1);
  const [scheme = ''] = Object.keys(operation.security[0] ?? {});
  const isJson = contentType === 'application/json';
  return {
    method: operation.method,
    path: pathOf(operation),
    credential: CREDENTIALS[scheme],
    contentType,
    json: isJson ? (content[contentType]?.example ?? {}) : undefined,
    file:
      contentType && !isJson ? (contentType.startsWith('image/') ? 'tea.jpg' : 'products.csv') : undefined,
  };
}

function pathOf(operation: PlacedOperation): string {
  const examples = new Map(operation.parameters.map(parameterOf).map(({ name, example }) => [name, example]));
  return operation.path.replace(/\{(\w+)\}/g, (_, name: string) => examples.get(name) ?? name);
}

const lines = (...parts: (string | undefined)[]) => parts.filter((part) => part !== undefined).join('\n');
const pretty = (value: unknown) => JSON.stringify(value, null, 2);
const indented = (text: string, by: string) => text.replaceAll('\n', `\n${by}`);
const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function python({ method, path, credential, contentType, json, file }: Request): string {
  const headers = [
    ...(credential
      ? [
          credential.before
            ? `"${credential.header}": f"${credential.before}{${snakeCase(credential.variable)}}"`
            : `"${credential.header}": ${snakeCase(credential.variable)}`,
        ]
      : []),
    ...(file ? [`"Content-Type": "${contentType}"`] : []),
  ];
  return lines(
    'import requests',
    '',
    `response = requests.${method.toLowerCase()}(`,
    `    f"{base}${path}",`,
    headers.length > 0 ? `    headers={${headers.join(', ')}},` : undefined,
    json === undefined ? undefined : `    json=${indented(pythonLiteral(json, ''), '    ')},`,
    file ? `    data=open("${file}", "rb"),` : undefined,
    ')',
    'response.raise_for_status()',
  );
}

function pythonLiteral(value: unknown, indent: string): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}    `;
  const isList = Array.isArray(value);
  const members = isList
    ? value.map((each) => pythonLiteral(each, inner))
    : Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${pythonLiteral(each, inner)}`);
  const [open, close] = isList ? '[]' : '{}';
  if (members.length === 0) return `${open}${close}`;
  return `${open}\n${members.map((member) => `${inner}${member},\n`).join('')}${indent}${close}`;
}

function php({ method, path, credential, contentType, json, file }: Request): string {
  const headers = [
    ...(credential ? [`"${credential.header}: ${credential.before}$${credential.variable}"`] : []),
    ...(contentType ? [`"Content-Type: ${contentType}"`] : []),
  ];
  return lines(
    `$curl = curl_init("$base${path}");`,
    'curl_setopt_array($curl, [',
    '    CURLOPT_RETURNTRANSFER => true,',
    `    CURLOPT_CUSTOMREQUEST => "${method}",`,
    headers.length > 0 ? `    CURLOPT_HTTPHEADER => [${headers.join(', ')}],` : undefined,
    json === undefined
      ? undefined
      : `    CURLOPT_POSTFIELDS => <<<'JSON'\n${indented(`    ${pretty(json)}`, '    ')}\n    JSON,`,
    file ? `    CURLOPT_POSTFIELDS => file_get_contents("${file}"),` : undefined,
    ']);',
    '$response = curl_exec($curl);',
  );
}

function go({ method, path, credential, contentType, json, file }: Request): string {
  const text = json === undefined ? '' : pretty(json);
  const body = text.includes('`') ? JSON.stringify(text) : `\`${text}\``;
  const reader = file ? 'file' : json === undefined ? 'nil' : 'body';
  const value = credential?.before ? `"${credential.before}"+${credential.variable}` : credential?.variable;
  return lines(
    file ? `file, err := os.Open("${file}")` : undefined,
    json === undefined ? undefined : `body := strings.NewReader(${body})`,
    `request, err := http.NewRequest("${method}", base+"${path}", ${reader})`,
    credential ? `request.Header.Set("${credential.header}", ${value})` : undefined,
    contentType ? `request.Header.Set("Content-Type", "${contentType}")` : undefined,
    'response, err := http.DefaultClient.Do(request)',
  );
}

function ruby({ method, path, credential, contentType, json, file }: Request): string {
  const name = credential ? snakeCase(credential.variable) : '';
  const value = credential?.before ? `"${credential.before}#{${name}}"` : name;
  const type = `${method.charAt(0)}${method.slice(1).toLowerCase()}`;
  return lines(
    'require "net/http"',
    '',
    `uri = URI("#{base}${path}")`,
    `request = Net::HTTP::${type}.new(uri)`,
    credential ? `request["${credential.header}"] = ${value}` : undefined,
    contentType ? `request["Content-Type"] = "${contentType}"` : undefined,
    json === undefined ? undefined : `request.body = <<~JSON\n${indented(`  ${pretty(json)}`, '  ')}\nJSON`,
    file ? `request.body = File.binread("${file}")` : undefined,
    'response = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == "https") { |http| http.request(request) }',
  );
}
