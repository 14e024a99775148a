import { type InputOf, type operations, type ResponseOf, refuse } from '@service/contract';
import type { CustomerGroupModel } from '@service/db';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction, type Transaction } from '../context.ts';
import { lockRow } from '../lock-row.ts';
import { type PageQuery, readPage } from '../page.ts';
import { applyPatch, asIs, createColumns } from '../patch.ts';

type PresentedGroup = ResponseOf<typeof operations.getCustomerGroup>;
type NewGroup = InputOf<typeof operations.createCustomerGroup>['body'];
type GroupChange = InputOf<typeof operations.updateCustomerGroup>['body'];

const GROUP = createColumns<CustomerGroupModel, PresentedGroup, keyof GroupChange>({
  name: asIs,
  pricesIncludeTax: asIs,
});

/** Refuses with `duplicate_name`. */
export function createCustomerGroup(ctx: Context, input: NewGroup): Promise<PresentedGroup> {
  const columns = { ...GROUP.toStored(input), name: input.name };
  return inTransaction(ctx, async (tx) => {
    const created = await tx.db.customerGroup.create({
      data: { tenantId: tx.tenantId, ...columns, createdAt: tx.now(), updatedAt: tx.now() },
    });
    const after = presentGroup(created);
    await recordChange(tx, { action: 'customer_group.created', subject: subjectOf(created), after });
    return after;
  });
}

/** Refuses with `not_found` or `duplicate_name`. */
export function updateCustomerGroup(ctx: Context, id: string, change: GroupChange): Promise<PresentedGroup> {
  return inTransaction(ctx, async (tx) => {
    const row = await lockGroup(tx, id);
    const changed = await applyPatch(tx, {
      action: 'customer_group.updated',
      subject: subjectOf(row),
      row,
      changes: GROUP.changesOf(row, change),
      present: presentGroup,
      write: (data) =>
        tx.db.customerGroup.update({
          where: { tenantId_id: { tenantId: tx.tenantId, id } },
          data: { ...data, version: { increment: 1 }, updatedAt: tx.now() },
        }),
    });
    return presentGroup(changed);
  });
}

/** Refuses with `not_found`. */
export async function getCustomerGroup(ctx: Context, id: string): Promise<PresentedGroup> {
  return presentGroup(await findGroup(ctx, id));
}

/** A page of groups by name. */
export async function listCustomerGroups(ctx: Context, page: PageQuery) {
  return readPage(page, {
    count: ctx.db.customerGroup.count(),
    rows: (range) => ctx.db.customerGroup.findMany({ orderBy: { name: 'asc' }, ...range }),
    present: presentGroup,
  });
}

/** Refuses with `not_found`, or `customer_group_in_use` while customers or price lists have it. */
export function deleteCustomerGroup(ctx: Context, id: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const stored = await lockGroup(tx, id);
    await tx.db.customerGroup.deleteMany({ where: { id } });
    const before = presentGroup(stored);
    await recordChange(tx, { action: 'customer_group.deleted', subject: subjectOf(stored), before });
  });
}

/** Refuses with `validation_failed` an id that isn't a group of the store, and keeps the group until the transaction ends. */
export async function assertCustomerGroup(tx: Transaction, id: string | null | undefined): Promise<void> {
  if (!id) return;
  const found = await tx.db.sql<unknown[]>`
    SELECT 1 FROM customer_groups WHERE tenant_id = ${tx.tenantId}::uuid AND id = ${id}::uuid FOR KEY SHARE`;
  if (found.length === 0)
    refuse('validation_failed', 'The customer group doesn’t exist.', [
      { path: '/body/customerGroupId', code: 'unknown', message: 'is no customer group of this store' },
    ]);
}

/** The ids of these groups by their names, locked against being deleted; a name that no group has is absent. */
export async function lockCustomerGroups(
  tx: Transaction,
  names: readonly string[],
): Promise<Map<string, string>> {
  if (names.length === 0) return new Map();
  const found = await tx.db.sql<{ id: string; name: string }[]>`
    SELECT id, name FROM customer_groups WHERE tenant_id = ${tx.tenantId}::uuid AND name = ANY (${[...new Set(names)]})
    ORDER BY id FOR KEY SHARE`;
  return new Map(found.map(({ id, name }) => [name, id]));
}

async function lockGroup(tx: Transaction, id: string): Promise<CustomerGroupModel> {
  await lockRow(tx, 'customer_groups', id);
  return findGroup(tx, id);
}

async function findGroup(ctx: Context, id: string): Promise<CustomerGroupModel> {
  const group = await ctx.db.customerGroup.findFirst({ where: { id } });
  return group ?? refuse('not_found', `No customer group ${id}.`);
}

function subjectOf({ id }: CustomerGroupModel) {
  return { type: 'customer_group', id };
}

function presentGroup(group: CustomerGroupModel): PresentedGroup {
  const { id, version, createdAt } = group;
  return { id, ...GROUP.present(group), version, createdAt: createdAt.toISOString() };
}
