export { askCarriers, type OptionRate, readRates } from './ask-carriers.ts';
export { carrierTitle } from './carrier-title.ts';
export { OFFERED_OPTION } from './offered-option.ts';
export {
  type OfferedOption,
  offeredRate,
  type ShippedGoods,
  type ShippingRate,
  shippingAmount,
} from './shipping-eligibility.ts';
export { getShippingSettings, listOffered, putShippingSettings } from './shipping-settings.ts';
