/** What was asked for has another slug now. */
export interface Redirect {
  movedTo: string;
}
