import { Type } from 'typebox';
import { nullable, object, stringEnum, timestamp } from '../schema.ts';

export const AUTH_KINDS = ['basic', 'bearer', 'oauth2', 'mtls'] as const;

const kind = stringEnum(AUTH_KINDS, {
  description:
    '`basic`: user name and password. `bearer`: a fixed token. `oauth2`: a token by client credentials. `mtls`: a client certificate',
});

const TOKEN_METHODS = ['client_secret_basic', 'client_secret_post', 'private_key_jwt'] as const;

const method = stringEnum(TOKEN_METHODS, {
  description: 'For `oauth2`: how the client identifies itself to the token server',
});

/** Text that a header can carry. */
const visible = (maxLength: number, description: string) =>
  Type.String({ pattern: '^[\\x21-\\x7e]+$', maxLength, description });

const anyText = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, description });

const tokenUrl = Type.String({
  format: 'uri',
  maxLength: 2048,
  description: 'For `oauth2`: the token endpoint. It is checked like the URL of a subscription',
});

const shared = {
  username: Type.Optional(Type.String({ pattern: '^[^:]+$', maxLength: 255, description: 'For `basic`' })),
  tokenUrl: Type.Optional(tokenUrl),
  clientId: Type.Optional(anyText(255, 'For `oauth2`')),
  method: Type.Optional(method),
  keyId: Type.Optional(visible(255, 'For `private_key_jwt`: the `kid` of the assertion')),
  scope: Type.Optional(anyText(1024, 'For `oauth2`: separated by spaces')),
  audience: Type.Optional(anyText(2048, 'For `oauth2`: for token servers that require it')),
};

/** All members of a kind, each time: nothing is kept of what was there before. */
export const givenAuth = object(
  {
    kind,
    ...shared,
    password: Type.Optional(anyText(1024, 'For `basic`')),
    token: Type.Optional(visible(8192, 'For `bearer`')),
    clientSecret: Type.Optional(anyText(1024, 'For `oauth2`; or `privateKey`')),
    privateKey: Type.Optional(
      anyText(16_384, 'For `mtls`, or for `oauth2` in place of `clientSecret`: PEM, not encrypted'),
    ),
    certificate: Type.Optional(
      anyText(32_768, 'For `mtls`: PEM, with the certificates that lead to its root'),
    ),
  },
  {
    description:
      'Credentials that the endpoint requires beside the signature. For push subscriptions only. Stored encrypted; responses show no secret of it',
  },
);

export const shownAuth = nullable(
  object(
    {
      kind,
      ...shared,
      certificate: Type.Optional(
        object({
          subject: Type.String(),
          issuer: Type.String(),
          names: Type.Array(Type.String(), { description: 'Its alternative names' }),
          validFrom: timestamp,
          validTo: timestamp,
          fingerprint: Type.String({ description: 'SHA-256, in hex' }),
        }),
      ),
    },
    {
      description:
        'Credentials that the endpoint requires beside the signature, without their secrets; null: none',
    },
  ),
);
