/** An element: its name, its attributes and its content; null where it has none. */
export type Xml = string | null;

type Content = Xml | readonly Xml[];

/** Returns an element; null where all of its content is absent, because a schema takes no empty elements. */
export function element(
  name: string,
  content: Content,
  attributes: Readonly<Record<string, string>> = {},
): Xml {
  const inner = [content].flat().filter((part): part is string => part !== null);
  if (inner.length === 0) return null;
  const head = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  return `<${name}${head.join('')}>${inner.join('')}</${name}>`;
}

/** Returns an element with a text; null without one. */
export function text(
  name: string,
  value: string | null | undefined,
  attributes?: Readonly<Record<string, string>>,
): Xml {
  return value ? element(name, escapeXml(value), attributes) : null;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Characters that XML 1.0 can't represent are left out. */
function escapeXml(value: string): string {
  return value
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
