import { readKafkaUrl } from './address-guard.ts';
import { createBrokerSender } from './broker-sender.ts';
import type { Destination } from './destination.ts';
import type { SenderOptions } from './http-sender.ts';
import { openKafkaLink } from './kafka-link.ts';

/**
 * Sends one message to a topic of Kafka. It has succeeded when the leader of its partition confirms that all replicas in sync
 * have it; the client sends it once, and it has failed if no confirmation arrives in time.
 */
export function createKafkaSender(options: SenderOptions): Destination {
  return createBrokerSender(options, { readUrl: readKafkaUrl, openLink: openKafkaLink });
}
