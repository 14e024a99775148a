import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The text layer of a PDF, page by page. */
export async function pagesOf(pdf: ArrayBuffer): Promise<string[]> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  return Promise.all(
    Array.from({ length: document.numPages }, async (_, index) => {
      const { items } = await (await document.getPage(index + 1)).getTextContent();
      return items.map((item) => ('str' in item ? item.str : '')).join(' ');
    }),
  );
}

/** The files in a PDF by name, as texts, and its metadata as XML. */
export async function filesOf(pdf: ArrayBuffer) {
  const document = await getDocument({ data: new Uint8Array(pdf.slice(0)), verbosity: 0 }).promise;
  const attachments: Record<string, { content: Uint8Array }> = (await document.getAttachments()) ?? {};
  const files = Object.entries(attachments).map(([name, { content }]) => [
    name,
    Buffer.from(content).toString(),
  ]);
  const [, metadata = ''] = /(<\?xpacket begin.*<\?xpacket end)/s.exec(Buffer.from(pdf).toString()) ?? [];
  return { files: Object.fromEntries(files) as Record<string, string>, metadata };
}
