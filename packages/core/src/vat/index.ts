export { countryOfVatNumber, parseVatNumber, type VatNumber } from './parse-vat-number.ts';
export { createVies, type Vies, type ViesAnswer, type ViesOptions } from './vies.ts';
