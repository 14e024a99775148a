import { refuse } from '@service/contract';
import type { WebhookSubscriptionModel } from '@service/db';
import type { Context } from '../context.ts';
import type { ShownAuth } from './endpoint-auth.ts';

type Destination = Pick<WebhookSubscriptionModel, 'url'>;
type Secrets = Pick<WebhookSubscriptionModel, 'headerNames' | 'auth'>;

/** The secrets of a subscription that a change sets or clears. */
interface Given {
  headers: boolean;
  auth: boolean;
}

/**
 * The values of custom headers and credentials are only sent to the destination for which they were given; otherwise, a caller
 * who may not read them could receive them by changing the destination. An operator of the store may change the path, because a
 * host has one owner. A portal session may not: paths of a shared host can belong to different people.
 */
export function assertSecretsStay(
  { principal }: Context,
  before: Destination & Secrets,
  after: Destination,
  given: Given,
): void {
  const place = principal.kind === 'portal' ? address : origin;
  if (place(before) === place(after)) return;
  const isSent = {
    headers: before.headerNames.length > 0,
    // A certificate proves the sender's identity and discloses nothing.
    auth: before.auth !== null && (before.auth as ShownAuth).kind !== 'mtls',
  };
  const missing = (['headers', 'auth'] as const).filter((member) => isSent[member] && !given[member]);
  if (missing.length === 0) return;
  const message = `must be given again, or be null, for another ${principal.kind === 'portal' ? 'URL' : 'host'}`;
  refuse(
    'validation_failed',
    `${missing.join(' and ')} ${message}.`,
    missing.map((member) => ({ path: `/body/${member}`, code: 'required', message })),
  );
}

const address = ({ url }: Destination) => url;

/** `URL.origin` is the word "null" for amqps:, whatever the host. */
function origin({ url }: Destination): string | null {
  if (url === null) return null;
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}
