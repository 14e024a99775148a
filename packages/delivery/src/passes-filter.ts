import { Prisma } from '@service/db';

/** The part of a full payload beside the data of the event, as SQL of JSON; absent: the filter doesn't use it. */
interface SeenEvent {
  name: Prisma.Sql;
  data: Prisma.Sql;
  payload?: Prisma.Sql | undefined;
}

/**
 * Whether an event becomes a delivery of a subscription with the filter `path`; null: all do. A filter is compiled by
 * `compileFilter` of the domain; an error in it is no match, and never fails the change.
 */
export function passesFilter(path: Prisma.Sql, { name, data, payload }: SeenEvent): Prisma.Sql {
  const seen = payload ? Prisma.sql`${data}::jsonb || ${payload}::jsonb` : Prisma.sql`${data}::jsonb`;
  return Prisma.sql`
    CASE WHEN ${path} IS NULL THEN true ELSE
      jsonb_path_match(jsonb_build_object('event', ${name}, 'data', ${seen}), ${path}::jsonpath, '{}', true) IS TRUE END`;
}

/**
 * The same condition for a past event `e` of a store and its subscription `s`, by what was stored of the event. It is for joins.
 * An event whose resource wasn't stored is judged without it: conditions on it don't hold.
 */
export function passedFilter(tenantId: string): Prisma.Sql {
  return passesFilter(Prisma.sql`s.filter_path`, {
    name: Prisma.sql`e.name`,
    data: Prisma.sql`e.data`,
    payload: Prisma.sql`COALESCE((
      SELECT p.payload FROM webhook_full_payloads p WHERE p.tenant_id = ${tenantId}::uuid AND p.event_id = e.id
    ), '{}'::json)`,
  });
}
