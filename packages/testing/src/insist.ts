export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: an answer's members are looked at one by one.
  body: any;
}

interface Asked {
  method?: string;
  headers: Readonly<Record<string, string>>;
  body?: string | undefined;
}

const AGAIN_AFTER_MS = 20;

/** Sends a request, once; undefined when no answer says what became of it, because the server died or can't say now. */
async function tryOnce(url: string, { method = 'POST', headers, body }: Asked): Promise<Answer | undefined> {
  try {
    const response = await fetch(url, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
    });
    const answer: Answer = { status: response.status, body: (await response.json()) as Answer['body'] };
    // Whoever died may hold its key until PostgreSQL notices.
    const isOpen = answer.status === 503 || answer.body.code === 'idempotency_key_in_flight';
    return isOpen ? undefined : answer;
  } catch {
    return undefined;
  }
}

/** Repeats a request as a client should, each time at the address that `urlOf` says, until there is an answer. */
export async function insist(
  urlOf: () => string | Promise<string>,
  asked: Asked,
  onRepeat = () => {},
): Promise<Answer> {
  for (;;) {
    const answer = await tryOnce(await urlOf(), asked);
    if (answer) return answer;
    onRepeat();
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
  }
}
