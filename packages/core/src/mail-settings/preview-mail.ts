import { type InputOf, type operations, type ResponseOf, refuse } from '@service/contract';
import { assertHolds, requireOperator } from '../access/index.ts';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction } from '../context.ts';
import { composeMail, type MailText, ourText, recordMail, showLook } from '../mail/index.ts';
import { exampleMails } from './example-mails.ts';
import { assertText } from './mail-texts.ts';

type Draft = InputOf<typeof operations.previewMail>['body'];

/** A mail as shoppers would get it. Refuses as `readDraft` does. */
export async function previewMail(
  ctx: Context,
  draft: Draft,
): Promise<ResponseOf<typeof operations.previewMail>> {
  const mail = await readDraft(ctx, draft);
  const settings = await ctx.db.mailSettings.findUnique({ where: { tenantId: ctx.tenantId } });
  const { fromName: _name, ...shown } = await composeMail({
    ...mail,
    look: showLook(ctx.services, settings),
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

/**
 * The mail that a draft makes. Refuses with `not_found` where the order has had no such mail, and with `validation_failed` where the
 * text fails for it, or for a made-up one.
 */
async function readDraft(ctx: Context, draft: Draft) {
  const { kind, locale, orderId } = draft;
  const examples = exampleMails(ctx, kind, locale);
  const mail = {
    ...examples[0],
    storeName: await readStoreName(ctx),
    ...(orderId === undefined ? {} : { data: await readData(ctx, { kind, locale, orderId }) }),
  };
  const text = await readText(ctx, draft);
  await assertText(text, [mail, ...examples]);
  return { ...mail, text };
}

async function readStoreName({ db, tenantId }: Context): Promise<string> {
  const { name } = await db.tenant.findUniqueOrThrow({ where: { id: tenantId }, select: { name: true } });
  return name;
}

async function readText(ctx: Context, { kind, locale, text: given }: Draft): Promise<MailText> {
  const text =
    given === undefined
      ? await ctx.db.mailText.findFirst({ where: { kind, locale }, select: { subject: true, body: true } })
      : given;
  return text ?? ourText(kind, locale);
}

async function readData(
  ctx: Context,
  { kind, locale, orderId }: Pick<Draft, 'kind' | 'locale'> & { orderId: string },
): Promise<object> {
  assertHolds(ctx.principal, ['orders:read']);
  const last = await ctx.db.mail.findFirst({
    where: { kind, orderId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: { data: true },
  });
  if (!last) refuse('not_found', `No mail ${kind} about order ${orderId}.`);
  return { ...(last.data as object), locale };
}
