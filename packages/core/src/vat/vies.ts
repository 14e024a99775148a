import { createTurns, loadLater, parseBoundedJson, type Turn } from '@service/jobs/primitives';

export interface ViesOptions {
  /** Base address, such as https://ec.europa.eu. */
  url: string;
  /** The store's own VAT number; VIES only gives a known requester a consultation number. */
  requester?: string | undefined;
  timeoutMs?: number;
  /** Milliseconds of a clock that never goes back; default: the process's. */
  elapsed?: () => number;
}

export type ViesAnswer =
  | {
      status: 'valid' | 'invalid';
      name: string | null;
      address: string | null;
      consultationNumber: string | null;
    }
  /** No result; `error` is VIES's code for it, or ours. */
  | { status: 'unavailable'; error: string };

export interface Vies {
  /** Sends one request. Never throws: whatever isn't a result is `unavailable`. */
  ask(country: string, number: string): Promise<ViesAnswer>;
  /** Acquires one of a country's slots for a request of a store. Checks of one store don't hold up those of another. */
  reserve(country: string, tenantId: string): Turn;
}

const PATH = '/taxation_customs/vies/rest-api/check-vat-number';
const MAX_ANSWER_BYTES = 64 * 1024;
const TURN_MS = 1000;
/** Concurrent requests for one country: VIES refuses more (MS_MAX_CONCURRENT_REQ). */
const PER_COUNTRY = 2;

export function createVies({ url, requester, timeoutMs = 20_000, elapsed }: ViesOptions): Vies {
  const turns = createTurns({
    perKey: PER_COUNTRY,
    firstMs: TURN_MS,
    apartMs: TURN_MS / PER_COUNTRY,
    elapsed,
  });
  const endpoint = `${url.replace(/\/+$/, '')}${PATH}`;
  const requestedBy = requester
    ? { requesterMemberStateCode: requester.slice(0, 2), requesterNumber: requester.slice(2) }
    : {};

  async function question(country: string, number: string): Promise<ViesAnswer> {
    const { got } = await loadLater(() => import('got'));
    const request = got.post(endpoint, {
      json: { countryCode: country, vatNumber: number, ...requestedBy },
      timeout: { request: timeoutMs },
      retry: { limit: 0 },
      followRedirect: false,
      throwHttpErrors: false,
    });
    request.on('downloadProgress', ({ transferred }) => {
      if (transferred > MAX_ANSWER_BYTES) request.cancel();
    });
    const { statusCode, body } = await request;
    return readAnswer(statusCode, body, country, number);
  }

  return {
    reserve: (country, tenantId) => turns.reserve(country, `${country} ${tenantId}`),
    async ask(country, number) {
      try {
        return await question(country, number);
      } catch (error) {
        const { code = 'NO_ANSWER' } = error as { code?: string };
        return { status: 'unavailable', error: code };
      }
    },
  };
}

/**
 * Only a 200 with a literal `valid: true` for exactly the requested number proves that it is valid; only the same with `valid:
 * false` proves that it isn't. Anything else is no result.
 */
export function readAnswer(statusCode: number, body: string, country: string, number: string): ViesAnswer {
  const answer = parseObject(body);
  if (!answer) return { status: 'unavailable', error: `HTTP_${statusCode}` };
  const error = errorIn(answer);
  if (error) return { status: 'unavailable', error };
  if (statusCode !== 200) return { status: 'unavailable', error: `HTTP_${statusCode}` };
  if (typeof answer.valid !== 'boolean') return { status: 'unavailable', error: 'NOT_UNDERSTOOD' };
  if (isOther(answer.countryCode, country) || isOther(answer.vatNumber, number))
    return { status: 'unavailable', error: 'OTHER_NUMBER' };
  return {
    status: answer.valid ? 'valid' : 'invalid',
    name: textOf(answer.name),
    address: textOf(answer.address),
    consultationNumber: textOf(answer.requestIdentifier),
  };
}

/** Its response has about twenty members. */
const BOUNDS = { maxDepth: 12, maxValues: 1000 };

function parseObject(body: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = parseBoundedJson(body, BOUNDS);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** `{ actionSucceed: false, errorWrappers: [{ error: 'MS_UNAVAILABLE' }] }`; older responses have it in `userError`. */
function errorIn({ actionSucceed, errorWrappers, userError }: Record<string, unknown>): string | undefined {
  const [wrapper] = Array.isArray(errorWrappers) ? errorWrappers : [];
  const word = (wrapper as { error?: unknown } | undefined)?.error;
  if (typeof word === 'string' && /^[A-Z_]{1,64}$/.test(word)) return word;
  if (actionSucceed === false || wrapper !== undefined) return 'NOT_UNDERSTOOD';
  const isFault =
    typeof userError === 'string' && /^[A-Z_]{1,64}$/.test(userError) && !/^(IN)?VALID$/.test(userError);
  return isFault ? userError : undefined;
}

function isOther(answered: unknown, asked: string): boolean {
  if (answered === undefined || answered === null) return false;
  return typeof answered !== 'string' || answered.replace(/[^A-Za-z0-9+*]/g, '').toUpperCase() !== asked;
}

/** VIES writes `---` for data that a country doesn't disclose. */
function textOf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = value.replaceAll('\0', '').trim().slice(0, 1000);
  return text === '' || /^-+$/.test(text) ? null : text;
}
