import { Type } from 'typebox';
import { defineOperation } from '../../../operation.ts';
import { subscriberUrl, URL_REFUSALS } from '../../../resources/subscription.ts';
import { nullable, object } from '../../../schema.ts';

const notificationSettings = object({
  slackHost: nullable(Type.String(), {
    description: 'The host of the Slack URL, which itself is never shown; null: there is none',
  }),
  version: Type.Integer({ description: '0 until their first change' }),
});

export const getNotificationSettings = defineOperation({
  endpoint: 'GET /admin/v1/settings/notifications',
  summary: 'Get where operators are notified',
  description: 'The channel for notifications, beside mail.',
  auth: { kind: 'admin', permission: 'settings:read' },
  response: { status: 200, description: 'The settings', schema: notificationSettings },
  examples: { response: { slackHost: 'hooks.slack.com', version: 1 } },
});

export const putNotificationSettings = defineOperation({
  endpoint: 'PUT /admin/v1/settings/notifications',
  summary: 'Replace where operators are notified',
  description:
    'Notifications that operators get by mail are sent there too: endpoints that fail, are paused or recover, and other findings that need an operator. ' +
    'The URL is an incoming webhook of Slack; Mattermost and Teams take the same format. It has to pass the checks of a subscription’s URL, and is stored encrypted.',
  auth: { kind: 'admin', permission: 'settings:write' },
  ifMatch: 'notification-settings',
  body: object({
    slackUrl: nullable(subscriberUrl, { description: 'An incoming webhook; null: none' }),
  }),
  response: { status: 200, description: 'The settings', schema: notificationSettings },
  errors: [...URL_REFUSALS],
  examples: {
    body: { slackUrl: 'https://hooks.slack.com/services/T012/B345/of-your-channel' },
    response: { slackHost: 'hooks.slack.com', version: 1 },
  },
});
