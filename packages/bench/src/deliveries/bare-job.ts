/** Everything that the bare worker needs, so that it asks nobody. */
export interface BareJob {
  url: string;
  secret: string;
  envelope: object;
}
