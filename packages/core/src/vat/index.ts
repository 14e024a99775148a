export { findDueVatChecks } from './claim-check.ts';
export { countryOfVatNumber, parseVatNumber, type VatNumber } from './parse-vat-number.ts';
export { runVatCheck } from './run-check.ts';
export { isSameVatNumber, startVatCheck, type VatColumns, vatColumns } from './start-check.ts';
export { createVies, type Vies, type ViesAnswer, type ViesOptions } from './vies.ts';
