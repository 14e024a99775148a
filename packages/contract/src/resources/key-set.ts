import { Type } from 'typebox';
import { object } from '../schema.ts';

/** RFC 7517, with the one kind of key that there is: RFC 8037. */
export const keySet = object({
  keys: Type.Array(
    object({
      kty: Type.Literal('OKP'),
      crv: Type.Literal('Ed25519'),
      alg: Type.Literal('EdDSA'),
      use: Type.Literal('sig'),
      kid: Type.String({ description: '`keyid` of the signature' }),
      x: Type.String({ description: 'The public key, base64url' }),
    }),
  ),
});

export const exampleKeySet = {
  keys: [
    {
      kty: 'OKP' as const,
      crv: 'Ed25519' as const,
      alg: 'EdDSA' as const,
      use: 'sig' as const,
      kid: '9d3f1c52-6f0e-4b3a-8a53-2b8a2f6d1c77',
      x: 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs',
    },
  ],
};

/** How long a receiver may keep the keys: a new one signs at once, so receivers fetch it by its `kid`. */
export const KEYS_KEPT_SECONDS = 3600;
