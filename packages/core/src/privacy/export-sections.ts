import type { CustomerModel, Prisma } from '@service/db';
import type { Context } from '../context.ts';
import { getCustomer } from '../customers/index.ts';
import { getCreditNote, getInvoice } from '../documents/index.ts';
import { presentFormerOrder } from '../former-orders/index.ts';
import { getOrder } from '../orders/index.ts';
import { ownedByPerson } from '../person.ts';
import type { Identity } from './person-of.ts';

/** How a section is read: by id, after the rows that are written. */
interface Part {
  where: { id?: { gt: string } };
  orderBy: { id: 'asc' };
  take: number;
}

/** A member of the file: a list of all rows of one kind. */
export interface Section {
  name: string;
  /** Reads the next rows after a row, by id, and returns them as the file shows them. */
  read(ctx: Context, customer: CustomerModel, part: Part): Promise<{ id: string; shown: object }[]>;
}

/** Returns a row without its key and its store. */
function withoutKeys<Row extends { id: string; tenantId: string }>({ tenantId: _, ...shown }: Row) {
  return { id: shown.id, shown };
}

/**
 * Messages about the person or one of their orders, and those that a module sent to their confirmed address. The recipient's
 * address alone proves nothing: anyone can register with another person's address.
 */
export function mailsOf(
  person: Pick<Identity, 'id' | 'email' | 'emailVerifiedAt' | 'isGuest'>,
): Prisma.MailWhereInput {
  const { id, email, emailVerifiedAt, isGuest } = person;
  return {
    OR: [
      ...(isGuest ? [{ order: { id } }] : [{ customerId: id }]),
      { order: ownedByPerson(person) },
      ...(emailVerifiedAt && email && !isGuest ? [{ kind: 'module', recipient: email }] : []),
    ],
  };
}

/** All members of the file, in their order. */
export const SECTIONS: readonly Section[] = [
  {
    name: 'customer',
    read: async (ctx, { id }, { where }) => (where.id ? [] : [{ id, shown: await getCustomer(ctx, id) }]),
  },
  {
    name: 'addresses',
    async read(ctx, { id: customerId }, { where, ...part }) {
      const rows = await ctx.db.customerAddress.findMany({ where: { ...where, customerId }, ...part });
      return rows.map(withoutKeys);
    },
  },
  {
    name: 'sessions',
    async read(ctx, { id: customerId }, { where, ...part }) {
      const rows = await ctx.db.customerSession.findMany({ where: { ...where, customerId }, ...part });
      return rows.map(({ id, createdAt, expiresAt }) => ({ id, shown: { createdAt, expiresAt } }));
    },
  },
  {
    name: 'consents',
    async read(ctx, { id: customerId }, { where, ...part }) {
      const rows = await ctx.db.consent.findMany({ where: { ...where, customerId }, ...part });
      return rows.map(withoutKeys);
    },
  },
  {
    name: 'vatChecks',
    async read(ctx, { id: customerId }, { where, ...part }) {
      const rows = await ctx.db.vatCheck.findMany({ where: { ...where, customerId }, ...part });
      return rows.map(
        ({ id, country, number, status, createdAt, answeredAt, name, address, consultationNumber }) => ({
          id,
          shown: { country, number, status, createdAt, answeredAt, name, address, consultationNumber },
        }),
      );
    },
  },
  {
    name: 'carts',
    async read(ctx, customer, { where, ...part }) {
      const rows = await ctx.db.cart.findMany({
        where: { ...where, ...ownedByPerson(customer), completedAt: null },
        include: { lines: { select: { sku: true, title: true, quantity: true, createdAt: true } } },
        ...part,
      });
      return rows.map(withoutKeys);
    },
  },
  {
    name: 'orders',
    async read(ctx, customer, { where, ...part }) {
      const rows = await ctx.db.order.findMany({
        where: { ...where, ...ownedByPerson(customer) },
        select: { id: true },
        ...part,
      });
      const shown: { id: string; shown: object }[] = [];
      for (const { id } of rows) shown.push({ id, shown: await getOrder(ctx, id) });
      return shown;
    },
  },
  {
    name: 'formerOrders',
    async read(ctx, customer, { where, ...part }) {
      const rows = await ctx.db.formerOrder.findMany({
        where: { ...where, ...ownedByPerson(customer) },
        ...part,
      });
      return rows.map(({ id, ...order }) => ({ id, shown: presentFormerOrder({ id, ...order }) }));
    },
  },
  {
    name: 'returns',
    async read(ctx, customer, { where, ...part }) {
      const rows = await ctx.db.return.findMany({
        where: { ...where, order: ownedByPerson(customer) },
        ...part,
      });
      return rows.map(withoutKeys);
    },
  },
  {
    name: 'mails',
    async read(ctx, customer, { where, ...part }) {
      const rows = await ctx.db.mail.findMany({
        where: { ...where, ...mailsOf({ ...customer, isGuest: false }) },
        ...part,
      });
      return rows.map(({ id, kind, recipient, data, status, createdAt, sentAt }) => ({
        id,
        shown: { kind, recipient, data, status, createdAt, sentAt },
      }));
    },
  },
  {
    name: 'changes',
    async read(ctx, { id: subjectId }, { where, ...part }) {
      const rows = await ctx.db.auditRecord.findMany({
        where: { ...where, subjectType: 'customer', subjectId },
        ...part,
      });
      return rows.map(({ id, action, before, after, createdAt }) => ({
        id,
        shown: { action, before, after, createdAt },
      }));
    },
  },
  { name: 'invoices', read: (ctx, customer, part) => readDocuments(ctx, customer, 'invoice', part) },
  { name: 'creditNotes', read: (ctx, customer, part) => readDocuments(ctx, customer, 'credit_note', part) },
];

/** Documents with their stored text; the text of one from before texts were stored is written now. */
async function readDocuments(
  ctx: Context,
  customer: CustomerModel,
  kind: 'invoice' | 'credit_note',
  { where, ...part }: Part,
) {
  const rows = await ctx.db.document.findMany({
    where: { ...where, kind, order: ownedByPerson(customer) },
    select: { id: true },
    ...part,
  });
  const shown: { id: string; shown: object }[] = [];
  for (const { id } of rows)
    shown.push({ id, shown: await (kind === 'invoice' ? getInvoice(ctx, { id }) : getCreditNote(ctx, id)) });
  return shown;
}
