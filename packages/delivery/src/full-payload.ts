import { Prisma } from '@service/db';

/** Above it a payload is thin, so that neither the log nor a receiver has to hold documents of any size. */
export const MAX_PAYLOAD_BYTES = 64 * 1024;

/** Of an event that was recorded when no subscription wanted it whole. */
export const NOT_RECORDED = { object: null, objectOmitted: 'not_recorded', changes: null, actor: null };

/**
 * What the full payload of a claimed delivery `c` of the subscription `s` carries beside its data; null: it is thin. A subscription
 * that is thin now gets nothing more of it, whatever it wanted when the event was recorded: whoever changes it further need not be
 * permitted to read resources. A subquery and no join, so that thin deliveries look for nothing.
 */
export const FULL_DATA = Prisma.sql`
  CASE WHEN c.is_full AND s.payload = 'full' THEN COALESCE((
    SELECT p.payload FROM webhook_full_payloads p WHERE p.tenant_id = c.tenant_id AND p.event_id = c.event_id
  ), ${JSON.stringify(NOT_RECORDED)}::json) END`;
