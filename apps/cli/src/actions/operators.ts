import type { Role } from '@service/contract';
import { access, type SystemContext } from '@service/core';
import { CommandError } from '../exit-codes.ts';

export interface NewOperator {
  store: string;
  role: Role;
  name?: string;
}

export function createOperator(system: SystemContext, email: string, { store, role, name }: NewOperator) {
  const ctx = system.forTenant(store, { kind: 'cli' });
  return access.createOperator(ctx, { email, role, name: name ?? null });
}

export async function disableOperator(system: SystemContext, email: string) {
  const operator = await access.findOperator(system, email);
  if (!operator) throw new CommandError(`There is no operator ${email}.`);
  const ctx = system.forTenant(operator.tenantId, { kind: 'cli' });
  return access.updateUser(ctx, operator.id, { disabled: true });
}

export async function resetPassword(
  system: SystemContext,
  email: string,
  options: { resetSecondFactor?: boolean } = {},
): Promise<string> {
  const password = await access.replacePassword(system, email, options);
  if (password === undefined) throw new CommandError(`There is no operator ${email}.`);
  return password;
}
