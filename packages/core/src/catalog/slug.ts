/** "Crème brûlée!" → "creme-brulee", "你好" → "ni-hao"; a name without a letter or digit gets the word given for it. */
export async function slugOf(name: string, otherwise: string): Promise<string> {
  // Its tables take much memory, and most requests bring their own slug.
  const { slugify } = await import('transliteration');
  const slug = slugify(name, { allowedChars: 'a-zA-Z0-9' }).slice(0, 255).replace(/-$/, '');
  return slug || otherwise;
}
