export { buyerOf, isSoldIn, RATE_OF_PRODUCT } from './buyer.ts';
export { buyerSql, OFFERS, type Offer, presentOffers, priceRange } from './catalogue-prices.ts';
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
