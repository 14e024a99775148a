import { Prisma } from '@service/db';
import type { Context, Principal } from '../context.ts';

const ACTORS: Readonly<Record<Principal['kind'], string>> = {
  admin: 'operator',
  'api-key': 'api_key',
  portal: 'subscriber',
  storefront: 'guest',
  customer: 'customer',
  provider: 'payment_provider',
  cli: 'command',
  system: 'job',
};

/** The author of a change, as full payloads contain it. */
export function actorOf(principal: Principal): { type: string; id: string | null } {
  return { type: ACTORS[principal.kind], id: 'id' in principal ? principal.id : null };
}

/** Replaces a payload above the size limit. */
export const TOO_LARGE = { object: null, objectOmitted: 'too_large', changes: null };

/** The full payload of a resource that the same statement creates, for `recordingEvent`. */
export function payloadSql(
  { principal }: Context,
  object: Prisma.Sql,
): { whole: Prisma.Sql; tooLarge: Prisma.Sql } {
  const actor = actorOf(principal);
  return {
    whole: Prisma.sql`json_build_object('object', ${object}, 'changes', NULL, 'actor', ${JSON.stringify(actor)}::json)`,
    tooLarge: Prisma.sql`${JSON.stringify({ ...TOO_LARGE, actor })}::json`,
  };
}
