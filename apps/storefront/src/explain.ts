import { ConnectionError, isServiceError } from '@service/client-js';
import type { Reader } from './reader.ts';
import type { Texts } from './texts/en.ts';

/** A field of a form that the shop itself needs, filled in wrongly or not at all. */
export class FieldError extends Error {
  readonly status = 400;

  constructor(readonly field: string) {
    super(`${field} is missing or wrong`);
  }
}

/** What a visitor reads of an error, and the status of the page that says it. */
export function explain(error: unknown, { t }: Pick<Reader, 't'>): { status: number; text: string } {
  if (error instanceof FieldError)
    return { status: error.status, text: t.pleaseCheck(nameOfField(error.field, t)) };
  if (!isServiceError(error)) return explainOwn(error, t);
  const { status, code } = error;
  if (code in t.problems) return { status, text: t.problems[code as keyof Texts['problems']] };
  const fields = error.errors.map(({ path }) => nameOfField(path.split('/').at(-1) ?? '', t));
  return { status, text: fields.length > 0 ? t.pleaseCheck([...new Set(fields)].join(', ')) : t.didNotWork };
}

/** Of the shop itself: what a request lacks, or Express doesn't take, has a status; all else is a fault of ours or of the network. */
function explainOwn(error: unknown, t: Texts): { status: number; text: string } {
  const { status = 502 } = error instanceof ConnectionError ? {} : (error as { status?: number });
  if (status === 404) return { status, text: t.problems.not_found };
  return status < 500 ? { status, text: t.didNotWork } : { status: 502, text: t.doesNotRespond };
}

/** As the form calls it. */
function nameOfField(field: string, t: Texts): string {
  const names: Readonly<Record<string, string>> = {
    ...{ email: t.email, name: t.name, line1: t.street, postalCode: t.postalCode, city: t.city },
    ...{ country: t.country, region: t.region, company: t.company, leitwegId: t.leitwegId },
    ...{ password: t.password, newPassword: t.newPassword, token: t.code, quantity: t.quantity },
  };
  return names[field] ?? field;
}
