/** The list that the price comes from; null: it is the base price. */
export function presentPriceList({
  priceListId = null,
  priceListName,
}: {
  priceListId?: string | null;
  priceListName?: string | null;
}): { id: string; name: string } | null {
  return priceListId === null ? null : { id: priceListId, name: priceListName ?? '' };
}
