/** The credentials that an endpoint requires beside the signature, as they are sealed with its subscription. */
export type Credentials =
  | { kind: 'basic'; username: string; password: string }
  | { kind: 'bearer'; token: string }
  | OAuthClient
  | ClientCertificate;

/** RFC 6749, client credentials: with a secret, or with a key that signs an assertion (RFC 7523). */
export interface OAuthClient {
  kind: 'oauth2';
  tokenUrl: string;
  clientId: string;
  method: 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt';
  clientSecret?: string;
  privateKey?: string;
  keyId?: string;
  scope?: string;
  audience?: string;
}

export interface ClientCertificate {
  kind: 'mtls';
  /** PEM, with the chain. */
  certificate: string;
  /** PEM. */
  privateKey: string;
}

/** The credentials as a claim reads them. */
export interface ClaimedCredentials {
  sealed: string;
  /** The token of an OAuth client; null: there is none, or it should be renewed. */
  token: ClaimedToken | null;
}

export interface ClaimedToken {
  sealed: string;
  /** The token was obtained a moment ago: if it is refused all the same, it isn't renewed once more. */
  isYoung: boolean;
}
