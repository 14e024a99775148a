export { isExport } from './eu-rates.ts';
export { isExemptClass, STANDARD_CLASS } from './tax-classes.ts';
export { type ClassTax, taxKeyOf } from './tax-key.ts';
export {
  type CustomerTaxStatus,
  type OwnRate,
  rateOf,
  type TaxAnswer,
  type TaxQuestion,
  taxOf,
} from './tax-rule.ts';
export { getTaxSettings, putTaxSettings } from './tax-settings.ts';
