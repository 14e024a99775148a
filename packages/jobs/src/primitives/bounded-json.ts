export interface JsonBounds {
  /** The deepest nesting of arrays and objects. */
  maxDepth: number;
  /** How many values, members included, all arrays and objects may have together. */
  maxValues: number;
}

const [QUOTE, BACKSLASH, COMMA, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('"\\,[]{}');

/**
 * Parses JSON from outside. An empty array is two characters of text and about forty bytes of memory, so values are counted
 * before any is created.
 * @throws RangeError when it has more values, or is nested deeper
 * @throws SyntaxError when it isn't JSON
 */
export function parseBoundedJson(text: string, { maxDepth, maxValues }: JsonBounds): unknown {
  let [depth, values] = [0, 1];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at);
    } else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      depth += 1;
      values += 1;
      if (depth > maxDepth) throw new RangeError(`is nested deeper than ${maxDepth} levels`);
    } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) {
      depth -= 1;
    } else if (code === COMMA) {
      values += 1;
    }
    if (values > maxValues) throw new RangeError(`has more than ${maxValues} values`);
  }
  return JSON.parse(text);
}

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = end - 1;
    while (text.charCodeAt(escapes) === BACKSLASH) escapes -= 1;
    if ((end - escapes) % 2 === 1) return end;
  }
  return text.length;
}
