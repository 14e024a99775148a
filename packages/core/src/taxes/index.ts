export { isExport } from './eu-rates.ts';
export {
  type CustomerTaxStatus,
  type OwnRate,
  rateOf,
  type TaxAnswer,
  type TaxQuestion,
  taxOf,
} from './tax-rule.ts';
export { getTaxSettings, putTaxSettings } from './tax-settings.ts';
