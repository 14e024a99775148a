import type { WebhookEnvelope, WebhookEnvelopeOf, WebhookEventName } from './envelope.ts';

export type WebhookHandler<Name extends WebhookEventName> = (
  data: WebhookEnvelopeOf<Name>['data'],
  envelope: WebhookEnvelopeOf<Name>,
) => unknown;

/**
 * The policy for an event without a handler: `ignore` it, which means 2xx and ends its delivery; `refuse` it, so that it is
 * delivered again until there is a handler; or a function.
 */
export type UnknownEventPolicy = 'ignore' | 'refuse' | ((envelope: WebhookEnvelope) => unknown);

type HandlerOfEach = { [Name in WebhookEventName]: WebhookHandler<Name> };

/**
 * A handler for every event of the catalogue, so that the compiler reports new events here; or for some, with a policy for the
 * others.
 */
export type WebhookHandlers =
  | (HandlerOfEach & { otherwise?: UnknownEventPolicy })
  | (Partial<HandlerOfEach> & { otherwise: UnknownEventPolicy });

/** Thrown for an event without a handler if the policy is `refuse`. */
export class UnhandledWebhookError extends Error {
  override readonly name = 'UnhandledWebhookError';
  readonly event: string;

  constructor(event: string) {
    super(`There is no handler for ${event}.`);
    this.event = event;
  }
}

/**
 * Calls the handler of the event and waits for it; its errors are passed on. Verify first: `await handleWebhook(await
 * verifyWebhook(rawBody, headers, secret), handlers)`.
 */
export async function handleWebhook(envelope: WebhookEnvelope, handlers: WebhookHandlers): Promise<void> {
  const { otherwise = 'ignore', ...byName } = handlers;
  // Only own members: an event named `constructor` is an unknown one.
  const handler = Object.hasOwn(byName, envelope.event)
    ? (byName[envelope.event as WebhookEventName] as WebhookHandler<never> | undefined)
    : undefined;
  if (handler) await handler(envelope.data as never, envelope as never);
  else if (typeof otherwise === 'function') await otherwise(envelope);
  else if (otherwise === 'refuse') throw new UnhandledWebhookError(envelope.event);
}
