export { creditNotePdf } from './credit-note.ts';
export { invoicePdf } from './invoice.ts';
