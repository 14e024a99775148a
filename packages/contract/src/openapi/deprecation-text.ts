import type { Deprecation } from '../operation.ts';

/** The sentence that the reference says about a deprecated operation. */
export function deprecationText({ since, removal, sunset, guide }: Deprecation): string {
  return `**Deprecated** since ${since}. It works until ${sunset} at least, and is removed with ${removal}. [What to use instead](${guide})`;
}
