export { askTaxProvider, type StoreProvider } from './ask-tax-provider.ts';
export { isExport } from './eu-rates.ts';
export { isTaxedAlike } from './is-taxed-alike.ts';
export { listEuRates } from './list-eu-rates.ts';
export { hasPostalCode, mistakeIn } from './rate-place.ts';
export {
  assertTaxClasses,
  bearsNoTax,
  isExemptClass,
  isKnownClass,
  type OwnClass,
  STANDARD_CLASS,
  taxClassesOf,
} from './tax-classes.ts';
export { type ClassTax, decimalPercent, taxKeyOf, taxKeyOfLine } from './tax-key.ts';
export {
  type CustomerTaxStatus,
  homeRatesOf,
  type OwnRate,
  type TaxAnswer,
  type TaxQuestion,
  taxOf,
} from './tax-rule.ts';
export { getTaxSettings, putTaxSettings } from './tax-settings.ts';
