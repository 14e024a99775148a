import { type FieldError, refuse } from '@service/contract';
import type { OrderLineModel } from '@service/db';

export interface PickedLine {
  line: OrderLineModel;
  quantity: number;
}

/** A line that a request names. Without a quantity, the request is about all units that are left of it. */
export interface WantedLine {
  lineId: string;
  quantity?: number | undefined;
}

/**
 * The lines of an order that a `member` of a request names, in the request's order; `leftOf` returns how many units of a line the
 * request may still be about. Refuses with `validation_failed` or `quantity_exceeded`, with the path of every wrong line.
 */
export function pickLines(
  lines: readonly OrderLineModel[],
  wanted: readonly WantedLine[],
  leftOf: (line: OrderLineModel) => number,
  member = 'lines',
): PickedLine[] {
  const errors: FieldError[] = [];
  const picked = new Map<string, PickedLine>();
  for (const [index, { lineId, quantity }] of wanted.entries()) {
    const path = `/body/${member}/${index}`;
    const line = lines.find(({ id }) => id === lineId.toLowerCase());
    if (!line || picked.has(line.id))
      refuse('validation_failed', 'A line doesn’t belong to this order, or is named twice.', [
        {
          path: `${path}/lineId`,
          code: line ? 'duplicate' : 'unknown',
          message: 'doesn’t name another line of the order',
        },
      ]);
    const left = leftOf(line);
    if (left === 0 || (quantity ?? left) > left)
      errors.push({
        path: `${path}/quantity`,
        code: 'quantity_exceeded',
        message: `at most ${left} are left`,
      });
    picked.set(line.id, { line, quantity: quantity ?? left });
  }
  if (errors.length > 0) refuse('quantity_exceeded', 'Some lines ask for more than is left of them.', errors);
  return [...picked.values()];
}
