import { type Static, Type } from 'typebox';
import { defineOperation } from '../../../operation.ts';
import { textKind } from '../../../resources/legal-text.ts';
import { nullable, object } from '../../../schema.ts';

const whole = (maximum: number, description: string) =>
  nullable(Type.Integer({ minimum: 1, maximum }), { description });

const members = {
  inactiveCustomerMonths: whole(
    240,
    'Customers without a sign-in, an order or a change for this many months are erased; null: never',
  ),
  cartDays: whole(
    365,
    'Carts that aren’t orders are deleted when they are unchanged for this many days; null, or more than that: as long as the deployment keeps them',
  ),
  mailDays: whole(365, 'Messages that were sent are deleted after this many days; null: after 30 days'),
  requiredTexts: Type.Array(textKind, {
    maxItems: 3,
    uniqueItems: true,
    description: 'Legal texts that a checkout must accept',
  }),
};

const privacySettings = object({
  ...members,
  version: Type.Integer({ description: '0 until their first change' }),
});

export type PrivacySettings = Static<typeof privacySettings>;

const example = {
  inactiveCustomerMonths: 36,
  cartDays: 14,
  mailDays: 30,
  requiredTexts: ['terms' as const, 'withdrawal' as const],
};

export const getPrivacySettings = defineOperation({
  endpoint: 'GET /admin/v1/settings/privacy',
  summary: 'Get the retention periods',
  description: 'And which legal texts a checkout must accept.',
  auth: { kind: 'admin', permission: 'settings:read' },
  response: { status: 200, description: 'The settings', schema: privacySettings },
  examples: { response: { ...example, version: 1 } },
});

export const putPrivacySettings = defineOperation({
  endpoint: 'PUT /admin/v1/settings/privacy',
  summary: 'Replace the retention periods',
  description:
    'Applied within an hour; what is deleted can’t be restored. Customers with an order that isn’t finished are erased when it is. A kind can only be required when a text of it is published.',
  auth: { kind: 'admin', permission: 'settings:write' },
  ifMatch: 'privacy-settings',
  body: object(members),
  response: { status: 200, description: 'The settings', schema: privacySettings },
  errors: ['text_missing'],
  examples: {
    body: { ...example, requiredTexts: [] },
    response: { ...example, requiredTexts: [], version: 1 },
  },
});
