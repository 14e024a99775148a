/**
 * Text that a spreadsheet would interpret as a formula (OWASP, CSV Injection), and the same behind apostrophes, so that text
 * which has them already is read back as it was.
 */
const FORMULA = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** Text that no spreadsheet executes: an apostrophe precedes text that looks like a formula. */
export function neutralise(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** The text that `neutralise` was given. */
export function restore(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}
