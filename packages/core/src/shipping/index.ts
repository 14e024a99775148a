export { isOfferedIn, rateIn, type ShippingRate, shippingAmount } from './shipping-rate.ts';
export { getShippingSettings, listOffered, putShippingSettings } from './shipping-settings.ts';
