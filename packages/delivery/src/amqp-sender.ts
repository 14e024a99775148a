import { readBrokerUrl } from './address-guard.ts';
import { openLink } from './amqp-link.ts';
import { createBrokerSender } from './broker-sender.ts';
import type { Destination } from './destination.ts';
import type { SenderOptions } from './http-sender.ts';

/**
 * Sends one message to RabbitMQ, or to another broker that speaks AMQP 0-9-1. It has succeeded when the broker confirms that it
 * is in a queue; it has failed if the broker returns it, refuses it, or doesn't confirm it in time.
 */
export function createAmqpSender(options: SenderOptions): Destination {
  return createBrokerSender(options, { readUrl: readBrokerUrl, openLink });
}
