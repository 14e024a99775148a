import type { EventObject } from '../event-objects.ts';
import {
  createCategory,
  getCart,
  getCustomer,
  getDiscount,
  getOrder,
  getPriceList,
  getProduct,
  getReturn,
  getStock,
  getVariant,
} from '../operations/index.ts';

/** The example object in a test of a subscription with full payloads. */
export const EXAMPLE_OBJECTS: Readonly<Record<EventObject, object>> = {
  cart: getCart.examples.response as object,
  category: createCategory.examples.response as object,
  customer: getCustomer.examples.response as object,
  discount: getDiscount.examples.response as object,
  order: getOrder.examples.response as object,
  priceList: getPriceList.examples.response as object,
  product: getProduct.examples.response as object,
  stock: getStock.examples.response as object,
  variant: getVariant.examples.response as object,
  return: getReturn.examples.response as object,
};
