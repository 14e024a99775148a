import { FORMATS } from '@service/contract';
import type { Transaction } from '../../context.ts';

const MOMENT =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d(?:\.\d{1,9})?))?)?\s*(Z|UTC|[+-]\d\d:?\d\d)?$/i;

/** Returns the moment for a text; undefined: it is none. */
export type ReadMoment = (text: string) => Date | undefined;

/** Prepares reading these texts: those without an offset are in the time zone of the store, which may lead out of the calendar. */
export async function openMoments(tx: Transaction, texts: readonly string[]): Promise<ReadMoment> {
  const locals = new Set(texts.flatMap((text) => toIso(text) ?? []).filter((iso) => !hasOffset(iso)));
  const found =
    locals.size === 0
      ? []
      : await tx.db.sql<{ local: string; at: Date }[]>`
          SELECT given.local, read.at
          FROM tenants t, unnest(${[...locals]}::text[]) AS given(local),
            LATERAL (SELECT given.local::timestamp AT TIME ZONE t.time_zone AS at) read
          WHERE t.id = ${tx.tenantId}::uuid AND read.at >= '0001-01-01T00:00Z' AND read.at < '10000-01-01T00:00Z'`;
  const byLocal = new Map(found.map(({ local, at }) => [local, at]));
  return (text) => {
    const iso = toIso(text);
    if (iso === undefined) return undefined;
    return hasOffset(iso) ? new Date(iso) : byLocal.get(iso);
  };
}

function toIso(text: string): string | undefined {
  const [, day, hour = '00', minute = '00', second = '00', zone = ''] = MOMENT.exec(text.trim()) ?? [];
  const local = `${day}T${hour}:${minute}:${second}`;
  const offset = /^(Z|UTC)$/i.test(zone) ? 'Z' : zone;
  return FORMATS['date-time'](local + (offset || 'Z')) ? local + offset : undefined;
}

function hasOffset(iso: string): boolean {
  return /(Z|[+-]\d\d:?\d\d)$/.test(iso);
}
