export { isEInvoice } from './e-invoice-missing.ts';
export { issueDocuments } from './issue-documents.ts';
export { readMailedDocuments } from './mailed-documents.ts';
export {
  getCreditNote,
  getCreditNotePdf,
  getCreditNoteXml,
  getInvoice,
  getInvoicePdf,
  getInvoiceXml,
} from './read-documents.ts';
export { recordDueTaxDocuments } from './tax-records.ts';
