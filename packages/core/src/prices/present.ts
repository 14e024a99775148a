/** The list that the price of a line came from; null: the base price. */
export function presentPriceList({
  priceListId,
  priceListName,
}: {
  priceListId: string | null;
  priceListName: string | null;
}): { id: string; name: string } | null {
  return priceListId === null ? null : { id: priceListId, name: priceListName ?? '' };
}
