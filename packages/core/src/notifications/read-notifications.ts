import { type InputOf, type operations, type ResponseOf, refuse } from '@service/contract';
import { actorName, atomically, type Context } from '../context.ts';
import { NEWEST_FIRST, readPage } from '../page.ts';

interface Row {
  id: string;
  kind: string;
  title: string;
  detail: string;
  createdAt: Date;
  /** The reader's own mark that a notice was read; there is at most one. */
  reads: { readAt: Date }[];
}

/** A page of the notices, newest first, with the marks of the operator who reads them. */
export async function listNotifications(
  ctx: Context,
  { read, ...page }: InputOf<typeof operations.listNotifications>['query'],
): Promise<ResponseOf<typeof operations.listNotifications>> {
  const { adminNotification } = ctx.db;
  const { mine, isUnread } = readsOf(ctx);
  const where = read === undefined ? {} : read ? { reads: { some: mine } } : isUnread;
  const [list, unread] = await Promise.all([
    readPage(page, {
      count: adminNotification.count({ where }),
      rows: (range) =>
        adminNotification.findMany({
          where,
          orderBy: NEWEST_FIRST,
          include: { reads: { where: mine } },
          ...range,
        }),
      present,
    }),
    adminNotification.count({ where: isUnread }),
  ]);
  return { ...list, unread };
}

/** Marks one as read by the operator; refuses with `not_found`. */
export function markRead(ctx: Context, id: string): Promise<ResponseOf<typeof operations.readNotification>> {
  return atomically(ctx, (inner) => markOneRead(inner, id));
}

async function markOneRead(ctx: Context, id: string) {
  const { mine } = readsOf(ctx);
  const found = await ctx.db.adminNotification.findFirst({
    where: { id },
    include: { reads: { where: mine } },
  });
  if (!found) refuse('not_found', `No notification ${id}.`);
  if (found.reads.length > 0) return present(found);
  const read = { readAt: ctx.now() };
  await ctx.db.adminNotificationRead.createMany({
    data: { tenantId: ctx.tenantId, notificationId: id, ...mine, ...read },
    skipDuplicates: true,
  });
  return present({ ...found, reads: [read] });
}

/** Marks all as read by the operator. */
export function markAllRead(ctx: Context): Promise<ResponseOf<typeof operations.readAllNotifications>> {
  return atomically(ctx, async ({ db, tenantId, principal, now }) => {
    const marked = await db.sql.count`
      INSERT INTO admin_notification_reads (tenant_id, notification_id, reader_id, read_at)
      SELECT tenant_id, id, ${actorName(principal)}, ${now()}
      FROM admin_notifications
      WHERE tenant_id = ${tenantId}::uuid
      ON CONFLICT DO NOTHING`;
    return { marked };
  });
}

function readsOf({ principal }: Context) {
  const mine = { readerId: actorName(principal) };
  return { mine, isUnread: { reads: { none: mine } } };
}

function present({ id, kind, title, detail, createdAt, reads }: Row) {
  return {
    id,
    kind,
    title,
    detail,
    createdAt: createdAt.toISOString(),
    readAt: reads[0]?.readAt.toISOString() ?? null,
  };
}
