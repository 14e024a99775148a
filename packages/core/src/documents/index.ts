export { isEInvoice } from './e-invoice-missing.ts';
export { issueDocuments } from './issue-documents.ts';
export {
  getCreditNote,
  getCreditNotePdf,
  getCreditNoteXml,
  getInvoice,
  getInvoicePdf,
  getInvoiceXml,
} from './read-documents.ts';
