import { type Permission, ROLES, type Role } from '@service/contract';
import type { Context, Transaction } from '../context.ts';
import { recordMail } from '../mail/index.ts';
import { type Notice, notifyAdmins } from './notify-admins.ts';
import { recordSlack } from './record-slack.ts';

/** Creates a notice, and sends it to each operator who can do something about it, and to the store's Slack. */
export async function alertOperators(tx: Transaction, permission: Permission, notice: Notice): Promise<void> {
  await notifyAdmins(tx, notice);
  const { title, detail } = notice;
  for (const to of await operatorsWith(tx, permission))
    await recordMail(tx, { kind: 'operator_notice', to, data: { title, detail } });
  await recordSlack(tx, 'operator_notice', { title, detail });
}

/** Addresses of the operators who hold a permission. */
export async function operatorsWith(ctx: Context, permission: Permission): Promise<string[]> {
  const roles = (Object.keys(ROLES) as Role[]).filter((role) => ROLES[role].includes(permission));
  const users = await ctx.db.adminUser.findMany({
    where: { role: { in: roles }, disabledAt: null },
    orderBy: { email: 'asc' },
    select: { email: true },
  });
  return users.map(({ email }) => email);
}
