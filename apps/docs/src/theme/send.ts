import type { Trial } from '../pages/trial.ts';

/** The input of a reader. */
interface Input {
  values: Readonly<Record<string, string>>;
  credential: string;
  body: string | File;
}

export interface Outcome {
  /** A status such as `201 Created`, or why there is no response. */
  status: string;
  text: string;
  isError: boolean;
}

/** Longer responses are cut: a page isn't the place to read them. */
const SHOWN_CHARACTERS = 200_000;
const DEADLINE_MS = 60_000;

/** Sends the request to the service that the page comes from. Never rejects. */
export async function send(trial: Trial, { values, credential, body }: Input): Promise<Outcome> {
  try {
    const response = await fetch(addressOf(trial, values), {
      method: trial.method,
      headers: headersOf(trial, values, credential, body),
      // A credential that is typed counts alone; without one the console's session may.
      credentials: credential ? 'omit' : 'same-origin',
      signal: AbortSignal.timeout(DEADLINE_MS),
      ...(trial.body ? { body } : {}),
    });
    const status = `${response.status} ${response.statusText}`.trim();
    return { status, text: await textOf(response), isError: !response.ok };
  } catch (error) {
    return { status: 'No response', text: String(error), isError: true };
  }
}

function addressOf({ path, parameters }: Trial, values: Input['values']): string {
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const query = new URLSearchParams(
    parameters
      .filter((parameter) => parameter.in === 'query' && values[parameter.name])
      .map(({ name }) => [name, values[name] ?? '']),
  );
  return query.size > 0 ? `${address}?${query}` : address;
}

function headersOf(trial: Trial, values: Input['values'], credential: string, body: Input['body']): Headers {
  const headers = new Headers();
  if (trial.credential && credential)
    headers.set(trial.credential.header, `${trial.credential.before}${credential}`);
  for (const { name, in: place } of trial.parameters)
    if (place === 'header' && values[name]) headers.set(name, values[name]);
  if (trial.body) headers.set('Content-Type', typeof body === 'string' ? trial.body.type : body.type);
  return headers;
}

async function textOf(response: Response): Promise<string> {
  const type = response.headers.get('content-type') ?? '';
  const bytes = await response.arrayBuffer();
  if (bytes.byteLength === 0) return '';
  if (!/^text\/|json|xml/.test(type)) return `${bytes.byteLength} bytes of ${type}`;
  const text = new TextDecoder().decode(bytes);
  const shown = type.includes('json') ? JSON.stringify(JSON.parse(text), null, 2) : text;
  return shown.length > SHOWN_CHARACTERS ? `${shown.slice(0, SHOWN_CHARACTERS)}…` : shown;
}
