import { type InputOf, type operations, type ResponseOf, refuse } from '@service/contract';
import { assertHolds, requireOperator } from '../access/index.ts';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction } from '../context.ts';
import { composeMail, ourText, recordMail, showLook } from '../mail/index.ts';
import { exampleMails } from './example-mails.ts';
import { assertText } from './mail-texts.ts';

type Draft = InputOf<typeof operations.previewMail>['body'];

/** A mail as shoppers would get it. Refuses with `not_found` where the order has had no such mail. */
export async function previewMail(
  ctx: Context,
  draft: Draft,
): Promise<ResponseOf<typeof operations.previewMail>> {
  const { db, tenantId, services } = ctx;
  const { text, data } = await readDraft(ctx, draft);
  const [store, settings] = await Promise.all([
    db.tenant.findUniqueOrThrow({ where: { id: tenantId }, select: { name: true } }),
    db.mailSettings.findUnique({ where: { tenantId } }),
  ]);
  const [example] = exampleMails(ctx, draft.kind, draft.locale);
  const { fromName: _name, ...shown } = await composeMail({
    ...(example ?? refuse('not_found', `No mail ${draft.kind}.`)),
    data,
    storeName: store.name,
    text,
    look: showLook(services, settings),
  });
  return shown;
}

/** Sends it to the operator who calls; a program has no address. Refuses also with `permission_missing` and `too_many_requests`. */
export async function sendTestMail(
  ctx: Context,
  draft: Draft,
): Promise<ResponseOf<typeof operations.sendTestMail>> {
  const { id, email: to } = await requireOperator(ctx);
  const { text, data } = await readDraft(ctx, draft);
  await ctx.services.throttle.enter('message', { account: `operator:${id}`, address: ctx.clientAddress });
  const { kind, locale, orderId } = draft;
  return inTransaction(ctx, async (tx) => {
    const about = orderId === undefined ? undefined : { orderId };
    await recordMail(tx, { kind: 'trial', to, about, data: { kind, data, text } });
    await recordChange(tx, {
      action: 'mail_text.tried',
      subject: { type: 'mail_text', id: `${kind}:${locale}` },
      after: { to },
    });
    return { to };
  });
}

/** The text, which was tried, and what it is about. */
async function readDraft(ctx: Context, draft: Draft) {
  const { kind, locale, text: given } = draft;
  if (given) await assertText(ctx, { kind, locale, text: given });
  const saved =
    given === undefined
      ? await ctx.db.mailText.findFirst({ where: { kind, locale }, select: { subject: true, body: true } })
      : given;
  return { text: saved ?? ourText(kind, locale), data: await readData(ctx, draft) };
}

async function readData(ctx: Context, { kind, locale, orderId }: Draft): Promise<unknown> {
  if (orderId === undefined) return exampleMails(ctx, kind, locale)[0]?.data;
  assertHolds(ctx.principal, ['orders:read']);
  const last = await ctx.db.mail.findFirst({
    where: { kind, orderId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: { data: true },
  });
  if (!last) refuse('not_found', `No mail ${kind} about order ${orderId}.`);
  return { ...(last.data as object), locale };
}
