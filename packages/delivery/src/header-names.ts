/** Headers with their names as they are on the wire. */
export function inSmallLetters(headers: Readonly<Record<string, string>>): Record<string, string> {
  const named: Record<string, string> = {};
  for (const name in headers) named[name.toLowerCase()] = headers[name] as string;
  return named;
}
