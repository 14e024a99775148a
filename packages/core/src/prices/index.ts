export { buyerSql, type Offer, offersTo, presentOffers, priceRange } from './catalogue-prices.ts';
export { type Conversion, conversionFor } from './conversion.ts';
export { listPrices, setPrices } from './list-prices.ts';
export { isSoldIn, listsFor, lowestPrice, lowestPrices } from './lowest-price.ts';
export { presentPriceList } from './present.ts';
export {
  createPriceList,
  deletePriceList,
  getPriceList,
  listCurrencies,
  listPriceLists,
  updatePriceList,
} from './price-lists.ts';
