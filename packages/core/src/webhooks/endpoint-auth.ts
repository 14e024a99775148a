import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type InputOf, type operations, type ResponseOf, refuse } from '@service/contract';
import { Prisma, type WebhookSubscriptionModel } from '@service/db';
import type { Credentials } from '@service/delivery/record';
import { assertPublicUrl } from '../assert-public-url.ts';
import type { Context } from '../context.ts';
import type { Sealer } from '../sealer.ts';

export type GivenAuth = NonNullable<InputOf<typeof operations.createSubscription>['body']['auth']>;
export type ShownAuth = NonNullable<ResponseOf<typeof operations.getSubscription>['auth']>;

type Member = Exclude<keyof GivenAuth, 'kind'>;

/** The fields that each kind requires, and those that it allows. */
const MEMBERS: Readonly<
  Record<GivenAuth['kind'], { required: readonly Member[]; optional: readonly Member[] }>
> = {
  basic: { required: ['username', 'password'], optional: [] },
  bearer: { required: ['token'], optional: [] },
  oauth2: {
    required: ['tokenUrl', 'clientId'],
    optional: ['clientSecret', 'privateKey', 'keyId', 'method', 'scope', 'audience'],
  },
  mtls: { required: ['certificate', 'privateKey'], optional: [] },
};

export interface AuthColumns {
  auth: Prisma.InputJsonObject | typeof Prisma.DbNull;
  authSealed: string | null;
  authExpiresAt: Date | null;
  authToldDays: null;
}

/** The columns for it: the part that may be shown, and all of it, sealed. Refuses invalid values, with their field. */
export function authColumns(sealer: Sealer, credentials: Credentials | null): AuthColumns {
  if (!credentials) return { auth: Prisma.DbNull, authSealed: null, authExpiresAt: null, authToldDays: null };
  const auth = shownOf(credentials);
  return {
    auth: auth as unknown as Prisma.InputJsonObject,
    authSealed: sealer.seal(JSON.stringify(credentials)),
    authExpiresAt: auth.certificate ? new Date(auth.certificate.validTo) : null,
    authToldDays: null,
  };
}

/** Whether the subscription already has exactly these. */
export function hasCredentials(
  sealer: Sealer,
  { authSealed }: Pick<WebhookSubscriptionModel, 'authSealed'>,
  credentials: Credentials | null,
): boolean {
  const known = authSealed === null ? null : JSON.parse(sealer.open(authSealed));
  return isDeepStrictEqual(known, credentials);
}

/** Returns the given credentials, checked. The name of a token server is resolved, so no transaction may be open. */
export async function readAuth(ctx: Context, given: GivenAuth | null): Promise<Credentials | null> {
  if (given === null) return null;
  assertMembers(given);
  if (given.kind === 'mtls') return readCertificate(ctx, given);
  if (given.kind !== 'oauth2') return given as Credentials;
  const { tokenUrl = '', privateKey } = given;
  await assertPublicUrl(ctx, tokenUrl, '/body/auth/tokenUrl');
  const method = given.method ?? (privateKey ? 'private_key_jwt' : 'client_secret_basic');
  const isByKey = method === 'private_key_jwt';
  const [needed, other] = isByKey
    ? (['privateKey', 'clientSecret'] as const)
    : (['clientSecret', 'privateKey'] as const);
  if (given[needed] === undefined) refuseAuth(needed, 'required', `is required for ${method}`);
  if (given[other] !== undefined) refuseAuth(other, 'method', `is not for ${method}`);
  if (!isByKey && given.keyId !== undefined) refuseAuth('keyId', 'method', `is not for ${method}`);
  if (privateKey !== undefined) assertSigns(readKey(privateKey));
  return { ...given, method } as Credentials;
}

/** Only deliveries pushed over TLS can use a certificate, and no custom header may contain other credentials. */
export function assertFitsSubscription(
  { kind, url, headerNames }: { kind: string; url: string | null; headerNames: readonly string[] },
  auth: Pick<ShownAuth, 'kind'> | null,
): void {
  if (!auth) return;
  if (kind !== 'push') refuseAuth('kind', 'kind', 'is for push subscriptions only');
  if (auth.kind === 'mtls' && !url?.startsWith('https:'))
    refuseAuth('kind', 'insecure_url', 'needs a URL that begins with https:');
  if (auth.kind !== 'mtls' && headerNames.some((name) => name.toLowerCase() === 'authorization'))
    refuseAuth('kind', 'headers', 'sets Authorization, and so does a custom header');
}

function assertMembers(given: GivenAuth): void {
  const { required, optional } = MEMBERS[given.kind];
  for (const name of required)
    if (given[name] === undefined) refuseAuth(name, 'required', `is required for ${given.kind}`);
  for (const name of Object.keys(given) as (keyof GivenAuth)[])
    if (name !== 'kind' && given[name] !== undefined && !required.includes(name) && !optional.includes(name))
      refuseAuth(name, 'kind', `is not for ${given.kind}`);
}

function readCertificate({ now }: Context, { certificate = '', privateKey = '' }: GivenAuth): Credentials {
  const parsed = parseCertificate(certificate);
  const validTo = new Date(parsed.validTo);
  if (validTo <= now()) refuseAuth('certificate', 'expired', `ended on ${validTo.toISOString()}`);
  if (!parsed.checkPrivateKey(readKey(privateKey)))
    refuseAuth('privateKey', 'mismatch', 'is not the key of the certificate');
  return { kind: 'mtls', certificate, privateKey };
}

function parseCertificate(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    return refuseAuth('certificate', 'pem', 'is no certificate in PEM');
  }
}

function readKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    return refuseAuth('privateKey', 'pem', 'is no private key in PEM, or it is encrypted');
  }
}

/** RS256 or ES256, which every token server knows. */
function assertSigns({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): void {
  const isRsa = asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= 2048;
  const isP256 = asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'prime256v1';
  if (!isRsa && !isP256) refuseAuth('privateKey', 'key', 'must be RSA with 2048 bits or more, or EC P-256');
}

/** Listed one by one, so that a field added later can't disclose a secret. */
function shownOf(credentials: Credentials): ShownAuth {
  switch (credentials.kind) {
    case 'basic':
      return { kind: 'basic', username: credentials.username };
    case 'bearer':
      return { kind: 'bearer' };
    case 'oauth2': {
      const { tokenUrl, clientId, method, keyId, scope, audience } = credentials;
      const optional = { keyId, scope, audience };
      const given = Object.entries(optional).filter(([, value]) => value !== undefined);
      return { kind: 'oauth2', tokenUrl, clientId, method, ...Object.fromEntries(given) };
    }
    case 'mtls': {
      const parsed = parseCertificate(credentials.certificate);
      return {
        kind: 'mtls',
        certificate: {
          subject: oneLine(parsed.subject),
          issuer: oneLine(parsed.issuer),
          names: parsed.subjectAltName?.split(', ') ?? [],
          validFrom: new Date(parsed.validFrom).toISOString(),
          validTo: new Date(parsed.validTo).toISOString(),
          fingerprint: parsed.fingerprint256,
        },
      };
    }
  }
}

/** Node separates the parts of a certificate's name by line breaks. */
function oneLine(name: string | undefined): string {
  return (name ?? '').replaceAll('\n', ', ');
}

function refuseAuth(member: keyof GivenAuth, code: string, message: string): never {
  refuse('validation_failed', `auth.${member} ${message}.`, [
    { path: `/body/auth/${member}`, code, message },
  ]);
}
