import { createHash } from 'node:crypto';
import {
  type AcceptedText,
  type FieldError,
  type InputOf,
  type Locale,
  type operations,
  type ResponseOf,
  refuse,
  type TextKind,
} from '@service/contract';
import type { LegalTextModel } from '@service/db';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction, type Transaction } from '../context.ts';
import { NEWEST_FIRST, readPage } from '../page.ts';

type PresentedText = ResponseOf<typeof operations.publishLegalText>;

type Acceptance = NonNullable<InputOf<typeof operations.checkout>['body']['acceptedTexts']>[number];

/** Refuses with `duplicate_version`. */
export function publishText(
  ctx: Context,
  given: InputOf<typeof operations.publishLegalText>['body'],
): Promise<PresentedText> {
  return inTransaction(ctx, async (tx) => {
    const sha256 = createHash('sha256').update(given.text).digest('hex');
    const row = await tx.db.legalText.create({
      data: { tenantId: tx.tenantId, ...given, sha256, createdAt: tx.now() },
    });
    const { text: _, ...after } = presentText(row);
    await recordChange(tx, {
      action: 'legal_text.published',
      subject: { type: 'legal_text', id: row.id },
      after,
    });
    return presentText(row);
  });
}

/** A page of all versions, newest first. */
export function listTexts(
  ctx: Context,
  { kind, ...page }: InputOf<typeof operations.listLegalTexts>['query'],
): Promise<ResponseOf<typeof operations.listLegalTexts>> {
  const where = kind ? { kind } : {};
  return readPage(page, {
    count: ctx.db.legalText.count({ where }),
    rows: (range) => ctx.db.legalText.findMany({ where, orderBy: NEWEST_FIRST, ...range }),
    present: presentText,
  });
}

/** The newest text of each kind and language, as a storefront shows them. */
export async function listCurrentTexts(
  ctx: Context,
): Promise<ResponseOf<typeof operations.listCurrentTexts>> {
  const [texts, { requiredTexts }] = await Promise.all([
    readCurrent(ctx),
    ctx.db.tenant.findUniqueOrThrow({ where: { id: ctx.tenantId }, select: { requiredTexts: true } }),
  ]);
  const items = texts.map((row) => {
    const { id: _id, createdAt: _at, ...shown } = presentText(row);
    return { ...shown, isRequired: requiredTexts.includes(row.kind) };
  });
  return { items };
}

/**
 * Returns the texts that an order keeps, each identified by the hash of the text that the shopper saw, which must be the current
 * one. Refuses with `texts_not_accepted` if a text is outdated, or one that the store requires is missing.
 */
export async function acceptTexts(
  tx: Transaction,
  { given, required }: { given: readonly Acceptance[]; required: readonly string[] },
): Promise<AcceptedText[]> {
  if (given.length === 0 && required.length === 0) return [];
  const current = await readCurrent(tx);
  const accepted = given.map(({ kind, sha256 }) =>
    current.find((text) => text.kind === kind && text.sha256 === sha256),
  );
  const errors: FieldError[] = given.flatMap(({ kind }, at) =>
    accepted[at]
      ? []
      : [
          {
            path: `/body/acceptedTexts/${at}`,
            code: 'outdated',
            message: `is not the current text (${kind})`,
          },
        ],
  );
  for (const kind of required)
    if (!given.some((each) => each.kind === kind))
      errors.push({
        path: '/body/acceptedTexts',
        code: 'missing',
        message: `must name the current text (${kind})`,
      });
  if (errors.length > 0) refuse('texts_not_accepted', 'The shopper has to accept the current texts.', errors);
  const acceptedAt = tx.now().toISOString();
  return [...new Set(accepted as LegalTextModel[])].map(({ kind, locale, version, sha256 }) => ({
    kind: kind as TextKind,
    locale: locale as Locale,
    version,
    sha256,
    acceptedAt,
  }));
}

export function readCurrent(ctx: Context): Promise<LegalTextModel[]> {
  return ctx.db.legalText.findMany({
    distinct: ['kind', 'locale'],
    orderBy: [{ kind: 'asc' }, { locale: 'asc' }, ...NEWEST_FIRST],
  });
}

function presentText(row: LegalTextModel): PresentedText {
  return {
    id: row.id,
    kind: row.kind as TextKind,
    locale: row.locale as Locale,
    version: row.version,
    sha256: row.sha256,
    text: row.text,
    createdAt: row.createdAt.toISOString(),
  };
}
