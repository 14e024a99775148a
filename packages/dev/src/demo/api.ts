/** One call: the method and path of an operation, and the JSON that it takes. */
export type Api = <Answer>(
  route: `${'GET' | 'POST' | 'PATCH' | 'DELETE'} ${string}`,
  body?: unknown,
) => Promise<Answer>;

const TIMEOUT_MS = 30_000;

/** A client of the service's JSON API. Everything but a 2xx throws what the service said. */
export function openApi(baseUrl: string, credential: Record<string, string> = {}): Api {
  return async <Answer>(route: string, body?: unknown) => {
    const [method = '', path = ''] = route.split(' ');
    const answer = await fetch(baseUrl + path, {
      method,
      headers: { ...credential, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      body: typeof body === 'string' ? body : (JSON.stringify(body) ?? null),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${route} answered ${answer.status}: ${reasonIn(text)}`);
    return (text === '' ? undefined : JSON.parse(text)) as Answer;
  };
}

function reasonIn(text: string): string {
  try {
    const { code, detail } = JSON.parse(text) as { code: string; detail: string };
    return `${code}. ${detail}`;
  } catch {
    return text.slice(0, 200);
  }
}
