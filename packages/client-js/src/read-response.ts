import { ConnectionError, type Problem, ServiceError } from './errors.ts';
import type { Route } from './route.ts';

/** Returns the result of the method, or throws. */
export async function readResponse(response: Response, route: Route): Promise<unknown> {
  if (!response.ok) throw await readRefusal(response);
  if (route.response === 'stream') return response.body;
  if (route.response === 'bytes') return new Uint8Array(await response.arrayBuffer());
  const text = await response.text();
  return text === '' ? undefined : parse(text, response);
}

async function readRefusal(response: Response): Promise<ServiceError | ConnectionError> {
  const problem = parse(await response.text(), response) as Partial<Problem> | null;
  if (typeof problem?.code !== 'string') return notOurs(response);
  return new ServiceError(problem as Problem, retryAfter(response));
}

function parse(text: string, response: Response): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notOurs(response);
  }
}

function notOurs(response: Response): ConnectionError {
  const { status } = response;
  const type = response.headers.get('Content-Type') ?? 'no Content-Type';
  return new ConnectionError(
    'unexpected_response',
    `${response.url} returned ${status} (${type}), which isn't the service's. ` +
      'Probable causes: baseUrl leads to something else, or a proxy responded in its place.',
    { status },
  );
}

/** Retry-After in seconds, whichever of its two forms it has. */
function retryAfter({ headers }: Response): number | undefined {
  const given = headers.get('Retry-After');
  if (given === null) return undefined;
  const seconds = /^\d+$/.test(given) ? Number(given) : (Date.parse(given) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
