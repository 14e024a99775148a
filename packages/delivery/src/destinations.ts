import { loadLater, type OpenedOnce, openOnce } from '@service/jobs/primitives';
import {
  type AttemptOutcome,
  type Destination,
  NOTHING_SEEN,
  type OutgoingMessage,
  type QueueSettings,
} from './destination.ts';
import { createSender, type SenderOptions } from './http-sender.ts';

/** A sender's file could not be read, for example because too many files are open. The next attempt tries again. */
const NOT_LOADED: AttemptOutcome = { ...NOTHING_SEEN, ok: false, error: 'network error', durationMs: 0 };

/** Sends to destinations of every kind. The client of a queue is loaded with the first message to one of its kind. */
export function createDestinations(options: SenderOptions): Destination {
  const http = createSender(options);
  const queues: Record<QueueSettings['kind'], OpenedOnce<Destination>> = {
    amqp: openOnce(async () => (await loadLater(() => import('./amqp-sender.ts'))).createAmqpSender(options)),
    sqs: openOnce(async () => (await loadLater(() => import('./sqs-sender.ts'))).createSqsSender(http)),
    eventbridge: openOnce(async () =>
      (await loadLater(() => import('./eventbridge-sender.ts'))).createEventBridgeSender(http),
    ),
    kafka: openOnce(async () =>
      (await loadLater(() => import('./kafka-sender.ts'))).createKafkaSender(options),
    ),
    pubsub: openOnce(async () =>
      (await loadLater(() => import('./pubsub-sender.ts'))).createPubSubSender(http),
    ),
  };

  async function sendToQueue(
    message: OutgoingMessage,
    { settings: { kind } }: NonNullable<OutgoingMessage['queue']>,
  ): Promise<AttemptOutcome> {
    const destination = await queues[kind].open().catch(() => undefined);
    return destination ? destination.send(message) : NOT_LOADED;
  }

  return {
    send: (message) => (message.queue ? sendToQueue(message, message.queue) : http.send(message)),
    close() {
      http.close();
      for (const queue of Object.values(queues)) void queue.opened().then((opened) => opened?.close());
    },
  };
}
