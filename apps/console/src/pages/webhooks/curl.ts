/** Quotes a text as one word of a shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The command has no signatures, which are made for each attempt. */
export function curlOf({ url, format }: { url: string | null; format: string }, body: string): string {
  const type = format === 'cloudevents' ? 'application/cloudevents+json' : 'application/json';
  return [
    `curl -X POST ${quoted(url ?? '')}`,
    `  -H 'content-type: ${type}'`,
    `  --data-raw ${quoted(body)}`,
  ].join(' \\\n');
}
