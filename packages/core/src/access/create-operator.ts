import { randomUUID } from 'node:crypto';
import { normaliseEmail, type Role, refuse } from '@service/contract';
import { recordChange } from '../audit/index.ts';
import { awaitSlow, type Context, inTransaction } from '../context.ts';
import { createPassword } from './operator-passwords.ts';
import { type PresentedUser, presentUser } from './users.ts';

/**
 * Creates an operator from the command line, without an invitation. Refuses with `duplicate_email`. @returns the operator with a
 * new password
 */
export async function createOperator(
  ctx: Context,
  input: { email: string; role: Role; name: string | null },
): Promise<{ user: PresentedUser; password: string }> {
  const { role, name } = input;
  const email = normaliseEmail(input.email);
  const password = createPassword();
  const passwordHash = await awaitSlow(ctx, () => ctx.services.passwords.hash(password, 'cli'));
  const id = randomUUID();
  const user = await inTransaction(ctx, async (tx) => {
    const { tenantId } = tx;
    if (await tx.db.system.adminUserEmail.findUnique({ where: { email } }))
      refuse('duplicate_email', 'Another operator of this deployment has this e-mail.');
    const row = await tx.db.adminUser.create({
      data: { id, tenantId, email, name, passwordHash, role, createdAt: tx.now() },
    });
    await tx.db.adminUserEmail.create({ data: { email, tenantId, adminUserId: id } });
    const subject = { type: 'user', id };
    await recordChange(tx, { action: 'user.created', subject, after: { email, role, name } });
    return presentUser(row);
  });
  return { user, password };
}
