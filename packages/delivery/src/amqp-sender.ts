import { readBrokerUrl } from './address-guard.ts';
import { openLink } from './amqp-link.ts';
import { createBrokerSender } from './broker-sender.ts';
import type { Destination } from './destination.ts';
import type { SenderOptions } from './http-sender.ts';

/**
 * One message to RabbitMQ, or to another broker that speaks AMQP 0-9-1. It has succeeded when the broker confirms that it is in
 * a queue; what it returns, refuses or doesn't confirm in time has failed.
 */
export function createAmqpSender(options: SenderOptions): Destination {
  return createBrokerSender(options, { readUrl: readBrokerUrl, openLink });
}
