/** As one word of a shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Without signatures, which are made anew for every attempt. */
export function curlOf(url: string, payload: object): string {
  return [
    `curl -X POST ${quoted(url)}`,
    `  -H 'content-type: application/json'`,
    `  --data-raw ${quoted(JSON.stringify(payload))}`,
  ].join(' \\\n');
}
