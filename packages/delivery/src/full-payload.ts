import { type FullPayload, NEWEST_PAYLOAD_VERSION } from '@service/contract';
import { type OfStore, Prisma } from '@service/db';

/**
 * The largest full payload; above it the payload is thin, so that neither the log nor a receiver has to hold documents of any
 * size.
 */
export const MAX_PAYLOAD_BYTES = 64 * 1024;

/** A full payload as it was recorded. */
export interface RecordedPayload {
  apiVersion: string;
  payload: FullPayload;
}

/** The payload of an event that was recorded when no subscription requested it whole. */
export const NOT_RECORDED: FullPayload = {
  object: null,
  objectOmitted: 'not_recorded',
  changes: null,
  actor: null,
};

/**
 * The part of the full payload of a claimed delivery `c` of the subscription `s` beside its data; null: it is thin. A
 * subscription that is thin now gets nothing more of it, even if it was full when the event was recorded: the operator who
 * changes it further may lack the permission to read resources. It is a subquery and no join, so that thin deliveries read
 * nothing.
 */
export function fullDataOf(of: OfStore): Prisma.Sql {
  return Prisma.sql`
  CASE WHEN c.is_full AND s.payload = 'full' THEN COALESCE((
    SELECT json_build_object('apiVersion', p.api_version, 'payload', p.payload) FROM webhook_full_payloads p WHERE p.tenant_id = c.tenant_id AND p.event_id = c.event_id ${of('p.tenant_id')}
  ), ${JSON.stringify({ apiVersion: NEWEST_PAYLOAD_VERSION, payload: NOT_RECORDED })}::json) END`;
}
