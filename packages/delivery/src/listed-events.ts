import { Prisma } from '@service/db';

/**
 * Whether the subscription `s` lists the event `e`: by its name, by its family such as `order.*`, or with all of the shop. For
 * joins; `patternsOf` of the contract does the same for a known name.
 */
export const LISTS_EVENT = Prisma.sql`
  s.events && ARRAY[e.name, split_part(e.name, '.', 1) || '.*', CASE WHEN e.name NOT LIKE 'webhook.%' THEN '*' END]`;
