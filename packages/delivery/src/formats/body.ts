import type { Locale, SubscriptionFormat } from '@service/contract';
import { type EnvelopeInput, envelopeBytes } from '../envelope.ts';
import { chatMessageOf } from './chat-message.ts';
import { cloudEvent } from './cloud-event.ts';
import { discordMessage } from './discord.ts';
import { slackMessage } from './slack.ts';
import { teamsMessage } from './teams.ts';

const CHATS = { slack: slackMessage, teams: teamsMessage, discord: discordMessage };

export interface FormattedDelivery extends EnvelopeInput {
  tenantId: string;
  isTest: boolean;
  format: SubscriptionFormat;
  /** The language of the texts of a chat; null: the format has none. */
  locale: Locale | null;
}

/** The exact bytes that are signed and sent, and their type. The same event of the same subscription gives the same bytes. */
export function bodyOf(
  delivery: FormattedDelivery,
  { consoleUrl }: { consoleUrl: string | null },
): { body: Buffer; contentType: string } {
  const { format, isTest, tenantId } = delivery;
  if (format === 'envelope') return { body: envelopeBytes(delivery), contentType: 'application/json' };
  if (format === 'cloudevents')
    return {
      body: bytesOf(cloudEvent(delivery, tenantId)),
      contentType: 'application/cloudevents+json; charset=utf-8',
    };
  const message = chatMessageOf(delivery, { locale: delivery.locale ?? 'en', consoleUrl, isTest });
  return { body: bytesOf(CHATS[format](message)), contentType: 'application/json' };
}

function bytesOf(value: object): Buffer {
  return Buffer.from(JSON.stringify(value));
}
