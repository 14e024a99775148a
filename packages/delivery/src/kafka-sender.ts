import { readKafkaUrl } from './address-guard.ts';
import { createBrokerSender } from './broker-sender.ts';
import type { Destination } from './destination.ts';
import type { SenderOptions } from './http-sender.ts';
import { openKafkaLink } from './kafka-link.ts';

/**
 * One message to a topic of Kafka. It has succeeded when the leader of its partition says that all replicas in sync have it; the
 * client sends it once, and what it isn't told in time has failed.
 */
export function createKafkaSender(options: SenderOptions): Destination {
  return createBrokerSender(options, { readUrl: readKafkaUrl, openLink: openKafkaLink });
}
