export { isOffered, type ShippingRate, shippingAmount } from './shipping-rate.ts';
export { getShippingSettings, putShippingSettings } from './shipping-settings.ts';
