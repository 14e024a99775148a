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
/** Longer than any server of a test takes to come back. */
const GIVE_UP_AFTER_MS = 120_000;
const TRY_MS = 30_000;

/** Sends a request, once; why not, when no answer says what became of it, because the server died or can't say now. */
async function tryOnce(url: string, { method = 'POST', headers, body }: Asked): Promise<Answer | string> {
  try {
    const response = await fetch(url, {
      method,
      signal: AbortSignal.timeout(TRY_MS),
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
    });
    const answer: Answer = { status: response.status, body: (await response.json()) as Answer['body'] };
    // A killed process may hold its key until PostgreSQL notices.
    const isOpen = answer.status === 503 || answer.body.code === 'idempotency_key_in_flight';
    return isOpen ? `${answer.status} ${JSON.stringify(answer.body)}` : answer;
  } catch (error) {
    return String((error as Error).cause ?? error);
  }
}

/**
 * Repeats a request as a client should, each time at the address that `urlOf` says, until there is an answer; fails with
 * what came last when there is none for too long.
 */
export async function insist(
  urlOf: () => string | Promise<string>,
  asked: Asked,
  onRepeat = () => {},
  giveUpAfterMs = GIVE_UP_AFTER_MS,
): Promise<Answer> {
  const deadline = performance.now() + giveUpAfterMs;
  for (;;) {
    const url = await urlOf();
    const answer = await tryOnce(url, asked);
    if (typeof answer !== 'string') return answer;
    if (performance.now() > deadline)
      throw new Error(
        `${asked.method ?? 'POST'} ${new URL(url).pathname} got no answer that stands: ${answer}`,
      );
    onRepeat();
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
  }
}
