import { refuse, ServiceError } from '@service/contract';
import { loadLater } from '@service/jobs/primitives';

/** "Crème brûlée!" → "creme-brulee", "你好" → "ni-hao"; a name without a letter or digit gets the given word. */
export async function slugOf(name: string, otherwise: string): Promise<string> {
  // Its tables take much memory, and most requests bring their own slug.
  const { slugify } = await loadLater(() => import('transliteration'));
  const slug = slugify(name, { allowedChars: 'a-zA-Z0-9' }).slice(0, 255).replace(/-$/, '');
  return slug || otherwise;
}

/** Returns a handler for the failure of a change whose slug was made from `member`: a refusal of it names that member. */
export function explainMadeSlug(slug: string, member: 'name' | 'title'): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof ServiceError) || error.code !== 'duplicate_slug') throw error;
    const origin = `\`${slug}\` was made from the ${member}: send a \`slug\` of its own.`;
    refuse('duplicate_slug', `${error.detail} ${origin}`);
  };
}
