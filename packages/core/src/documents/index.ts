export { issueDocuments } from './issue-documents.ts';
export { getCreditNote, getCreditNotePdf, getInvoice, getInvoicePdf } from './read-documents.ts';
