export { type ShippingRate, shippingAmount } from './shipping-eligibility.ts';
export { getShippingSettings, listOffered, putShippingSettings } from './shipping-settings.ts';
