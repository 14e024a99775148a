export { buyerOf, isSoldIn, rateInTerms, rateOfVariant } from './buyer.ts';
export {
  buyerSql,
  type CheapestVariant,
  cheapestVariant,
  comparedAmount,
  lowestBeforeReduction,
  type Offer,
  offersSql,
  presentCheapest,
  presentOffers,
  priceRange,
} from './catalogue-prices.ts';
export { listPrices, setPrices } from './list-prices.ts';
export { presentPriceList } from './present.ts';
export {
  createPriceList,
  deletePriceList,
  getPriceList,
  listCurrencies,
  listPriceLists,
  updatePriceList,
} from './price-lists.ts';
export { type Content, unitPriceOf } from './unit-price.ts';
