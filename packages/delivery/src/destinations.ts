import type { AttemptOutcome, Destination, OutgoingMessage, QueueSettings } from './destination.ts';
import { createSender, type SenderOptions } from './http-sender.ts';

/** The way to destinations of every kind. What a queue needs is loaded by the first message to one of its kind. */
export function createDestinations(options: SenderOptions): Destination {
  const http = createSender(options);
  const loaders: Record<QueueSettings['kind'], () => Promise<Destination>> = {
    amqp: async () => (await import('./amqp-sender.ts')).createAmqpSender(options),
    sqs: async () => (await import('./sqs-sender.ts')).createSqsSender(http),
  };
  const loaded = new Map<string, Promise<Destination>>();

  async function sendToQueue(
    message: OutgoingMessage,
    { settings: { kind } }: NonNullable<OutgoingMessage['queue']>,
  ): Promise<AttemptOutcome> {
    let destination = loaded.get(kind);
    if (!destination) {
      destination = loaders[kind]();
      loaded.set(kind, destination);
    }
    return (await destination).send(message);
  }

  return {
    send: (message) => (message.queue ? sendToQueue(message, message.queue) : http.send(message)),
    close() {
      http.close();
      for (const destination of loaded.values()) void destination.then((opened) => opened.close());
    },
  };
}
