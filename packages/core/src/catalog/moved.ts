/** What was asked for has another slug now. */
export interface Moved {
  movedTo: string;
}
