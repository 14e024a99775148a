import { slugify } from 'transliteration';

/** "Crème brûlée!" → "creme-brulee", "你好" → "ni-hao"; a name without a letter or digit gets the word given for it. */
export function slugOf(name: string, otherwise: string): string {
  const slug = slugify(name, { allowedChars: 'a-zA-Z0-9' }).slice(0, 255).replace(/-$/, '');
  return slug || otherwise;
}
