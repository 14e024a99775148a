import { styleText } from 'node:util';
import type { Handled, Totals } from './listener.ts';

export const OUTPUTS = ['live', 'compact', 'json'] as const;

export type OutputKind = (typeof OUTPUTS)[number];

export interface Output {
  handled(handled: Handled): void;
  ended(totals: Totals): void;
}

/** `live` is for reading on a terminal, `compact` one line each for a log, `json` one object each for a program. */
export function createOutput(kind: OutputKind, write: (line: string) => void, isColoured: boolean): Output {
  if (kind === 'json')
    return {
      handled: (handled) => write(JSON.stringify(factsOf(handled))),
      ended: (totals) => write(JSON.stringify(totals)),
    };
  const line = kind === 'live' ? liveLine : compactLine;
  return {
    handled: (handled) => write(line(handled, isColoured)),
    ended: ({ received, delivered, gaps }) =>
      write(`received ${received}, delivered ${delivered}, gaps ${gaps}`),
  };
}

function factsOf({ claim, forwarded, status }: Handled) {
  const { deliveryId, event, attempt, sequence, isTest } = claim;
  const { responseCode, durationMs, error } = forwarded;
  return { deliveryId, event, attempt, sequence, isTest, responseCode, durationMs, error, status };
}

function compactLine({ claim, forwarded, status = 'unreported' }: Handled): string {
  const { event, deliveryId } = claim;
  return `${event} ${deliveryId} ${codeOf(forwarded)} ${forwarded.durationMs}ms ${status}`;
}

function liveLine({ claim, forwarded, status }: Handled, isColoured: boolean): string {
  const time = new Date().toTimeString().slice(0, 8);
  const paint = (colour: 'green' | 'red', text: string) => (isColoured ? styleText(colour, text) : text);
  const mark = status === 'delivered' ? paint('green', '✓') : paint('red', '✗');
  const notes = [
    ...(claim.isTest ? ['test'] : []),
    ...(claim.attempt > 1 ? [`attempt ${claim.attempt}`] : []),
    ...(status === undefined ? ['not reported: it comes again'] : []),
  ];
  const code = codeOf(forwarded).padEnd(4);
  const rest = notes.length > 0 ? `  (${notes.join(', ')})` : '';
  return `${time} ${mark} ${code} ${claim.event.padEnd(26)} ${claim.deliveryId}  ${forwarded.durationMs} ms${rest}`;
}

function codeOf({ responseCode, error }: Handled['forwarded']): string {
  return String(responseCode ?? error ?? '–');
}

/** All data of one delivery: the request and the response. */
export function detailsOf({ claim, forwarded }: Handled): string {
  const headers = Object.entries(claim.headers).map(([name, value]) => `  ${name}: ${value}`);
  return [
    `${claim.event} ${claim.deliveryId}, attempt ${claim.attempt}`,
    ...headers,
    '',
    `  ${claim.body}`,
    '',
    `${codeOf(forwarded)} after ${forwarded.durationMs} ms`,
    ...(forwarded.responseBody ? [`  ${forwarded.responseBody}`] : []),
  ].join('\n');
}
