/**
 * Returns the text with each character as `write` writes it, in at most `limit` UTF-16 units, so that neither a character nor its
 * escape is cut in two. A longer text ends with an ellipsis.
 */
export function fit(text: string, limit: number, write: (character: string) => string = (c) => c): string {
  let [fitting, whole] = ['', ''];
  for (const character of text) {
    whole += write(character);
    if (whole.length > limit) return `${fitting}…`;
    if (whole.length < limit) fitting = whole;
  }
  return whole;
}
