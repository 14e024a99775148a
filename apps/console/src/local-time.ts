/** The text of an input of date and time, in the operator's time zone; null: empty. */
export function localTime(iso: string | null): string {
  if (!iso) return '';
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The day that it is in the operator's time zone. */
export function today(): string {
  return localTime(new Date().toISOString()).slice(0, 10);
}

/** The time in such an input. */
export function momentOf(local: string): string | null {
  return local ? new Date(local).toISOString() : null;
}
