import type http from 'node:http';
import { StringDecoder } from 'node:string_decoder';
import type { AttemptError } from './attempt-error.ts';
import type { AttemptOutcome, AttemptPhases } from './destination.ts';

/** How the response ended, whatever the status. */
export type Ending = AttemptError | 'answered';

export interface Answer {
  status: number | null;
  headers: http.IncomingHttpHeaders;
  resolvedAddress: string | null;
  isCompressed: boolean;
  kept: Buffer[];
  size: number;
  dnsMs: number | null;
  isReused: boolean;
  timings: { tcp?: number | undefined; tls?: number | undefined; firstByte?: number | undefined };
}

/**
 * Only the status code of the response matters (docs/webhooks.md). So once a status has arrived, nothing that happens to the body
 * counts: not its length, not a reset, not the deadline.
 */
export function outcomeOf(answer: Answer, ended: Ending, durationMs: number): AttemptOutcome {
  const { status, resolvedAddress } = answer;
  const error = status === null ? errorOfSilence(ended) : errorOfStatus(status);
  const responseBody = status === null || answer.isCompressed ? null : textOf(Buffer.concat(answer.kept));
  const responseHeaders = status === null ? null : keptHeaders(answer.headers);
  const phases = phasesOf(answer);
  return {
    ok: error === null,
    responseCode: status,
    error,
    durationMs,
    resolvedAddress,
    responseBody,
    responseHeaders,
    phases,
  };
}

/** Returns why an attempt with this status failed; null: it succeeded. */
export function errorOfStatus(status: number): AttemptError | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? `redirect not followed (${status})` : `unexpected status ${status}`;
}

function phasesOf({ dnsMs, isReused, timings }: Answer): AttemptPhases {
  return {
    dnsMs,
    connectMs: isReused ? null : phase(timings.tcp),
    tlsMs: isReused ? null : phase(timings.tls),
    firstByteMs: phase(timings.firstByte),
  };
}

/** Differences of the wall clock: if it was set back meanwhile, they are meaningless. */
function phase(ms: number | undefined): number | null {
  return ms !== undefined && ms >= 0 ? ms : null;
}

const KEPT_HEADERS = 40;
const KEPT_HEADER_LENGTH = 256;

/** Enough to find a request in the receiver's log. A cookie is the receiver's secret and isn't kept. */
function keptHeaders(headers: http.IncomingHttpHeaders): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers).slice(0, KEPT_HEADERS)) {
    if (value === undefined || name === 'set-cookie') continue;
    kept[name.slice(0, KEPT_HEADER_LENGTH)] = String(value).slice(0, KEPT_HEADER_LENGTH);
  }
  return kept;
}

function errorOfSilence(ended: Ending): AttemptError {
  return ended === 'answered' ? 'network error' : ended;
}

/** A character cut in half at the end is dropped, and so are NUL bytes, which Postgres refuses in text. */
function textOf(bytes: Buffer): string {
  return new StringDecoder('utf8').write(bytes).replaceAll('\0', '');
}
