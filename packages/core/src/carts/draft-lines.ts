import { type FieldError, type InputOf, type operations, refuse } from '@service/contract';
import type { Transaction } from '../context.ts';
import { acceptPrices } from './accept-prices.ts';
import { readDraft } from './read-draft.ts';

type DraftLines = NonNullable<InputOf<typeof operations.updateDraftOrder>['body']['lines']>;

/**
 * Replaces the lines of a draft, in this order. Refuses with `validation_failed` a variant that the store doesn't have, or that stands
 * there twice; what isn't for sale is shown as such, like in a cart.
 */
export async function writeDraftLines(tx: Transaction, cartId: string, lines: DraftLines): Promise<void> {
  assertOnce(lines);
  await tx.db.cartLine.deleteMany({ where: { cartId } });
  const written = await tx.db.sql<{ variantId: string }[]>`
    INSERT INTO cart_lines (tenant_id, cart_id, variant_id, sku, title, product_title, variant_title, quantity,
      seen_unit_amount, unit_amount_by_hand, created_at)
    SELECT v.tenant_id, ${cartId}::uuid, v.id, v.sku, COALESCE(v.title, p.title), p.title, v.title, given.quantity,
      0, given."unitAmountByHand", ${tx.now()}::timestamptz + given.position * interval '1 millisecond'
    FROM ROWS FROM (
      jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) AS ("variantId" uuid, quantity int, "unitAmountByHand" bigint)
    ) WITH ORDINALITY AS given("variantId", quantity, "unitAmountByHand", position)
    JOIN variants v ON v.tenant_id = ${tx.tenantId}::uuid AND v.id = given."variantId"
    JOIN products p ON p.tenant_id = v.tenant_id AND p.id = v.product_id
    RETURNING variant_id AS "variantId"`;
  const known = new Set(written.map(({ variantId }) => variantId));
  refuseLines(lines, ({ variantId }) => !known.has(variantId.toLowerCase()), 'is no variant of this store');
  const { cart } = await readDraft(tx, cartId);
  await acceptPrices(tx, cart.lines);
}

function assertOnce(lines: DraftLines): void {
  const seen = new Set<string>();
  const isSecond = ({ variantId }: DraftLines[number]) =>
    seen.size === seen.add(variantId.toLowerCase()).size;
  refuseLines(lines, isSecond, 'stands there twice: raise the quantity of its line');
}

function refuseLines(
  lines: DraftLines,
  isWrong: (line: DraftLines[number]) => boolean,
  message: string,
): void {
  const errors = lines.flatMap((line, index): FieldError[] =>
    isWrong(line) ? [{ path: `/body/lines/${index}/variantId`, code: 'unknown', message }] : [],
  );
  if (errors.length > 0) refuse('validation_failed', 'Some lines can’t be in the draft.', errors);
}
