/** For a search: Prisma compares without case by ILIKE, and leaves the wildcards in what is looked for to the caller. */
export function literally(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
