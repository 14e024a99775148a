export { readPriceTerms } from './price-terms.ts';
export {
  type CustomerTaxStatus,
  type OwnRate,
  type TaxAnswer,
  type TaxQuestion,
  taxOf,
} from './tax-rule.ts';
export { getTaxSettings, putTaxSettings } from './tax-settings.ts';
