import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import {
  type GivenQueues,
  isQueueKind,
  QUEUE_KINDS,
  type QueueKind,
  refuse,
  type SubscriptionKind,
} from '@service/contract';
import { Prisma, type WebhookSubscriptionModel } from '@service/db';
import { differing, type Writable } from '../patch.ts';
import type { Sealer } from '../sealer.ts';

interface QueueRules {
  /** The values if a request leaves them out. */
  defaults: object;
  /** The field that is the secret. */
  secret: string;
  /** Refuses a secret that is invalid. */
  assertUsable?(secret: string, member: string): void;
}

const QUEUES: Readonly<Record<QueueKind, QueueRules>> = {
  amqp: { defaults: { exchange: '', routingKey: null }, secret: 'password' },
  sqs: { defaults: {}, secret: 'secretAccessKey' },
  eventbridge: { defaults: { bus: 'default', source: 'commerce' }, secret: 'secretAccessKey' },
  pubsub: { defaults: {}, secret: 'privateKey', assertUsable: assertRsaKey },
  kafka: { defaults: {}, secret: 'password' },
};

/** The part of a request that describes the destination. */
export interface GivenDestination extends GivenQueues {
  kind?: SubscriptionKind | undefined;
  url?: string | undefined;
  maxPerSecond?: number | null | undefined;
  expiresIn?: number | null | undefined;
}

type Row = Pick<
  WebhookSubscriptionModel,
  'kind' | 'url' | 'queue' | 'queueSecretSealed' | 'maxPerSecond' | 'expiresAt'
>;
type Columns = Pick<Writable<WebhookSubscriptionModel>, 'kind' | 'url' | 'queue' | 'queueSecretSealed'>;

/**
 * The columns of the destination that differ from the row's; for a new subscription all. Refuses fields that the kind doesn't
 * have, and missing ones. A secret is only kept for the URL for which it was given, so that it can't be sent to another one.
 */
export function destinationColumns(
  sealer: Sealer,
  row: Row | null,
  given: GivenDestination,
): Partial<Columns> & { kind?: string } {
  const kind = given.kind ?? ((row?.kind ?? 'push') as SubscriptionKind);
  const known = row?.kind === kind ? row : null;
  assertFitsKind(kind, given);
  const url = given.url ?? known?.url ?? null;
  if (kind !== 'pull' && url === null) refuseMember('url', 'required', "must have required property 'url'");
  const isElsewhere = url !== known?.url;
  const wanted = { kind, url, ...queueColumns(sealer, kind, isElsewhere ? null : known, given) };
  const leaving = row && !known ? cleared(kind, row, given) : {};
  const { queue, ...columns } = row ? { ...differing(row, wanted), ...leaving } : wanted;
  return { ...columns, ...(queue === undefined ? {} : { queue: queue ?? (Prisma.DbNull as never) }) };
}

/** Clears the fields that the new kind doesn't have. */
function cleared(kind: SubscriptionKind, { maxPerSecond, expiresAt }: Row, given: GivenDestination) {
  return {
    ...(kind === 'pull' && maxPerSecond !== null ? { maxPerSecond: null, pacedUntil: null } : {}),
    ...(kind !== 'pull' && expiresAt !== null && !given.expiresIn ? { expiresAt: null } : {}),
  };
}

/** `known`: the value that is stored for the same URL. */
function queueColumns(
  sealer: Sealer,
  kind: SubscriptionKind,
  known: Row | null,
  given: GivenDestination,
): Pick<Row, 'queue' | 'queueSecretSealed'> {
  if (!isQueueKind(kind)) return { queue: null, queueSecretSealed: null };
  const queue = given[kind];
  if (!queue) return known ?? refuseMember(kind, 'required', 'must be given for this kind and URL');
  const { defaults, secret, assertUsable } = QUEUES[kind];
  const { [secret]: value, ...settings } = queue as Record<string, string | undefined>;
  const member = `${kind}/${secret}`;
  if (value !== undefined) assertUsable?.(value, member);
  return { queue: { ...defaults, ...settings }, queueSecretSealed: sealed(sealer, known, value, member) };
}

function assertRsaKey(pem: string, member: string): void {
  const key = readKey(pem, member);
  const { asymmetricKeyType, asymmetricKeyDetails } = key;
  if (asymmetricKeyType !== 'rsa' || (asymmetricKeyDetails?.modulusLength ?? 0) < 2048)
    refuseMember(member, 'key', 'must be RSA with 2048 bits or more');
  if (!canSign(key)) refuseMember(member, 'key', 'can’t sign: its numbers don’t fit each other');
}

/** Parsing a key doesn't check whether it is valid. */
function canSign(key: KeyObject): boolean {
  try {
    return sign('sha256', Buffer.alloc(1), key).length > 0;
  } catch {
    return false;
  }
}

function readKey(pem: string, member: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    return refuseMember(member, 'pem', 'is no private key in PEM, or it is encrypted');
  }
}

/** An unchanged secret stays sealed as it is. */
function sealed(sealer: Sealer, known: Row | null, secret: string | undefined, member: string): string {
  const before = known?.queueSecretSealed;
  if (before && (secret === undefined || sealer.open(before) === secret)) return before;
  return secret === undefined
    ? refuseMember(member, 'required', 'must be given for this kind and URL')
    : sealer.seal(secret);
}

/** Refuses fields of another kind. */
function assertFitsKind(kind: SubscriptionKind, given: GivenDestination): void {
  if (kind === 'pull' && typeof given.maxPerSecond === 'number')
    refuseMember('maxPerSecond', 'kind', 'is not for pull subscriptions');
  if (kind === 'pull' && given.url !== undefined)
    refuseMember('url', 'kind', 'must be absent: a pull subscription has none');
  if (kind !== 'pull' && typeof given.expiresIn === 'number')
    refuseMember('expiresIn', 'kind', 'is for pull subscriptions only');
  for (const other of QUEUE_KINDS)
    if (kind !== other && given[other] !== undefined)
      refuseMember(other, 'kind', `is for ${other} subscriptions only`);
}

export function refuseMember(member: string, code: string, message: string): never {
  refuse('validation_failed', `${member} ${message}.`, [{ path: `/body/${member}`, code, message }]);
}
