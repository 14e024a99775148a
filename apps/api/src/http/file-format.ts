/** The format of a file that is imported; its operation takes no other content types. */
export function fileFormatOf(headers: Readonly<Record<string, unknown>>): 'csv' | 'ndjson' {
  return String(headers['content-type']).startsWith('text/csv') ? 'csv' : 'ndjson';
}
