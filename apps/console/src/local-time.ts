/** The text of an input of date and time, in the operator's zone; null: empty. */
export function localTime(iso: string | null): string {
  if (!iso) return '';
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The moment that such an input holds. */
export function momentOf(local: string): string | null {
  return local ? new Date(local).toISOString() : null;
}
