/** All data that the bare worker needs, so that it reads nothing else. */
export interface BareJob {
  url: string;
  secret: string;
  envelope: object;
}
