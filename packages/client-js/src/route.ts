/** The kind of credential that a caller sends. */
export type Credential =
  | 'public'
  | 'admin'
  | 'setup'
  | 'store'
  | 'session'
  | 'customer'
  | 'provider-signature';

export interface Route {
  method: string;
  path: string;
  credential: Credential;
  /** Takes an Idempotency-Key. */
  isIdempotent: boolean;
  isPaged: boolean;
  isUpload: boolean;
  response: 'json' | 'bytes' | 'stream';
}

/** Reads a line of the generated table. */
export function readRoute(line: string): Route {
  const [method = '', path = '', credential, ...traits] = line.split(' ');
  const has = (trait: string) => traits.includes(trait);
  return {
    method,
    path,
    credential: credential as Credential,
    isIdempotent: has('idempotent'),
    isPaged: has('paged'),
    isUpload: has('upload'),
    response: has('bytes') ? 'bytes' : has('stream') ? 'stream' : 'json',
  };
}
