/** The result for a former slug: the current one. */
export interface Redirect {
  movedTo: string;
}
