/** "Crème brûlée!" → "creme-brulee"; a name without a Latin letter or digit gets the word given for it. */
export function slugOf(name: string, otherwise: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const slug = plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 255)
    .replace(/^-+|-+$/g, '');
  return slug || otherwise;
}
