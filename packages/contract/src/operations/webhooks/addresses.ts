import { Type } from 'typebox';
import { defineOperation } from '../../operation.ts';
import { object } from '../../schema.ts';

export const getWebhookAddresses = defineOperation({
  endpoint: 'GET /webhooks/addresses',
  summary: 'Get the addresses that deliveries come from',
  description:
    'For subscribers whose firewall allows only these. Empty: the deployment publishes none, and only the signature identifies the sender. May be kept for an hour.',
  auth: { kind: 'public' },
  revalidates: { keepSeconds: 3600 },
  response: {
    status: 200,
    description: 'The addresses',
    schema: object({
      addresses: Type.Array(Type.String(), { description: 'IP addresses, and ranges in CIDR notation' }),
    }),
  },
  examples: { response: { addresses: ['198.51.100.7', '2001:db8:7::/48'] } },
});
