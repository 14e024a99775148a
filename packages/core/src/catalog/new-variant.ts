import { randomUUID } from 'node:crypto';
import type { InputOf, operations } from '@service/contract';
import type { VariantModel } from '@service/db';
import { NEW_VARIANT, VARIANT } from './variant-columns.ts';

type GivenVariant = InputOf<typeof operations.createVariant>['body'];
type Belonging = Pick<VariantModel, 'tenantId' | 'productId' | 'createdAt' | 'updatedAt'>;

/** A variant as it will be; without a currency if that is to be the store's. */
export type NewVariantModel = Omit<VariantModel, 'currency'> & { currency?: string };

/** Returns the given variants of a product, each with an id and a place, in the order of the places. */
export function newVariants(
  given: readonly GivenVariant[],
  belonging: Belonging,
): { given: GivenVariant & { id: string }; model: NewVariantModel }[] {
  const variants = given.map((variant, position) => {
    const placed = { position, ...variant, id: randomUUID() };
    const { options = {} } = variant;
    const stored = VARIANT.toStored({ ...placed, options: inStoredOrder(options) });
    const model = { ...belonging, ...NEW_VARIANT, ...stored, id: placed.id, reserved: 0n, version: 1 };
    return { given: placed, model: model as NewVariantModel };
  });
  return variants.sort(
    (a, b) => Number(a.model.position - b.model.position) || (a.model.id < b.model.id ? -1 : 1),
  );
}

/** PostgreSQL keeps the shorter names of an object first, and those of one length by their bytes. */
function inStoredOrder(options: Record<string, string>): Record<string, string> {
  const named = Object.entries(options).map(([name, value]) => ({ bytes: Buffer.from(name), name, value }));
  named.sort((a, b) => a.bytes.length - b.bytes.length || Buffer.compare(a.bytes, b.bytes));
  return Object.fromEntries(named.map(({ name, value }) => [name, value]));
}
