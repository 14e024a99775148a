import { verifyWebhook, type WebhookEnvelope, WebhookVerificationError } from '@service/client-js/webhooks';

interface Problem {
  code: string;
  message: string;
}

export interface Examined {
  /** Present unless the signature is wrong. */
  envelope?: WebhookEnvelope;
  problems: Problem[];
}

const TOLERANCE_S = 300;

/** Checks the age and the signature separately, because a saved request is old and may still be genuine. */
export async function examineRequest(request: Buffer, secret: string, now: number): Promise<Examined> {
  const { headers, body } = parseRequest(request);
  try {
    const envelope = await verifyWebhook(body, headers, secret, {
      toleranceSeconds: Number.MAX_SAFE_INTEGER,
      now: () => now,
    });
    return { envelope, problems: ageProblems(headers, now) };
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    const { code, message } = error;
    return { problems: [{ code, message: await explain(code, message, { headers, body, secret }) }] };
  }
}

/** Headers, an empty line, the body. A request line or status line before them is skipped. */
function parseRequest(request: Buffer): { headers: Record<string, string>; body: Buffer } {
  const text = request.toString('latin1');
  const gap = /\r?\n\r?\n/.exec(text);
  const head = gap ? text.slice(0, gap.index) : '';
  const headers: Record<string, string> = {};
  for (const line of head.split(/\r?\n/)) {
    const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*(.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) headers[name.toLowerCase()] = value.trim();
  }
  const body = request.subarray(gap ? gap.index + gap[0].length : 0);
  const length = Number(headers['content-length'] ?? body.length);
  // An editor ends a file with a line break that wasn't sent.
  return { headers, body: body.subarray(0, length) };
}

function ageProblems(headers: Record<string, string>, now: number): Problem[] {
  const timestamp = Number(headers['x-service-timestamp'] ?? headers['webhook-timestamp']);
  const ageS = Math.round(now / 1000 - timestamp);
  if (ageS <= TOLERANCE_S) return [];
  const message = `The signature is right, but ${ageS} s old, and receivers accept ${TOLERANCE_S} s. If it was saved just now, this machine’s clock is wrong.`;
  return [{ code: 'stale_timestamp', message }];
}

async function explain(
  code: string,
  message: string,
  { headers, body, secret }: { headers: Record<string, string>; body: Buffer; secret: string },
): Promise<string> {
  if (code !== 'signature_mismatch' || body.at(-1) !== 0x0a) return message;
  const trimmed = body.toString('latin1').replace(/\r?\n$/, '');
  try {
    await verifyWebhook(Buffer.from(trimmed, 'latin1'), headers, secret, {
      toleranceSeconds: Number.MAX_SAFE_INTEGER,
    });
  } catch {
    return message;
  }
  return 'The body was changed: it ends with a line break that was not signed. Without it the signature is right.';
}
