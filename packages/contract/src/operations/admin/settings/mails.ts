import { Type } from 'typebox';
import {
  MAIL_PLACEHOLDERS,
  OPTIONAL_MAIL_KINDS,
  SHOPPER_MAIL_KINDS,
  SHOPPER_MAILS,
} from '../../../mail-kinds.ts';
import { defineOperation } from '../../../operation.ts';
import { locale } from '../../../resources/locale.ts';
import { email, id, nullable, object, stringEnum, timestamp } from '../../../schema.ts';

const version = Type.Integer({
  description: 'Version of the settings and the texts together; 0 until their first change',
});

const logoUrl = Type.String({
  format: 'uri',
  maxLength: 2048,
  description: 'The address of a picture of the store, as `POST /admin/v1/pictures` returns it',
});

const accentColor = Type.String({
  pattern: '^#[0-9A-Fa-f]{6}$',
  description:
    'The colour of buttons and of the line above. The text on it is black or white, whichever is more legible: 4.5 : 1 or more',
});

const footer = Type.String({
  minLength: 1,
  maxLength: 2000,
  description: 'Below each mail: the legal details of the store. Plain text; line breaks stay',
});

const replyTo = Type.Unsafe<string>({
  ...email,
  description: 'The address for replies; null: the sender’s address',
});

const disabledKinds = { description: 'Kinds that aren’t sent', uniqueItems: true };

const kind = stringEnum(SHOPPER_MAIL_KINDS);
const optionalKind = stringEnum(OPTIONAL_MAIL_KINDS);

const mailSettings = object({
  logoUrl: nullable(logoUrl),
  accentColor: nullable(accentColor),
  footer: nullable(footer),
  replyTo: nullable(replyTo),
  disabledKinds: Type.Array(optionalKind, disabledKinds),
  version,
});

const example = {
  logoUrl: null,
  accentColor: '#0b6e4f',
  footer: 'Tea House GmbH, Teegasse 1, 10115 Berlin',
  replyTo: 'hello@tea.example',
  disabledKinds: ['payment_failed' as const],
};

export const getMailSettings = defineOperation({
  endpoint: 'GET /admin/v1/settings/mails',
  summary: 'Get how mails to shoppers look',
  description: 'Logo, colour, footer, the address for replies, and the kinds that aren’t sent.',
  auth: { kind: 'admin', permission: 'settings:read' },
  response: { status: 200, description: 'The settings', schema: mailSettings },
  examples: { response: { ...example, version: 1 } },
});

export const putMailSettings = defineOperation({
  endpoint: 'PUT /admin/v1/settings/mails',
  summary: 'Replace how mails to shoppers look',
  description:
    'Replaces all settings: what the body omits is cleared. Mails that wait to be sent follow it too. Mails that the law or a login needs can’t be switched off.',
  auth: { kind: 'admin', permission: 'settings:write' },
  ifMatch: 'mail-settings',
  body: object({
    logoUrl: nullable(Type.Unsafe<string>({ ...logoUrl, default: null })),
    accentColor: nullable(Type.Unsafe<string>({ ...accentColor, default: null })),
    footer: nullable(Type.Unsafe<string>({ ...footer, default: null })),
    replyTo: nullable(Type.Unsafe<string>({ ...replyTo, default: null })),
    disabledKinds: Type.Array(optionalKind, { ...disabledKinds, default: [] }),
  }),
  response: { status: 200, description: 'The settings', schema: mailSettings },
  errors: ['not_found'],
  examples: { body: example, response: { ...example, version: 1 } },
});

/** The placeholders of each kind, for the description: the list stands in `mail-kinds.ts` alone. */
const PLACEHOLDERS = Object.entries(MAIL_PLACEHOLDERS)
  .map(([name, { type, description }]) => `\`${name}\` (${type}): ${description}`)
  .join('; ');

const template = object({
  subject: Type.String({ pattern: '\\S', maxLength: 500, description: 'One line, in Liquid' }),
  body: Type.String({
    pattern: '\\S',
    maxLength: 20_000,
    description: `Plain text in Liquid; empty lines part paragraphs. Placeholders: ${PLACEHOLDERS}`,
  }),
});

const mailText = object({
  kind,
  locale,
  subject: Type.String(),
  body: Type.String(),
  isOwn: Type.Boolean({ description: 'Whether it is the store’s; else it is ours' }),
  isRequired: Type.Boolean({ description: 'Whether this kind can’t be switched off' }),
  placeholders: Type.Array(stringEnum(Object.keys(MAIL_PLACEHOLDERS) as (keyof typeof MAIL_PLACEHOLDERS)[])),
  failure: nullable(object({ at: timestamp, reason: Type.String() }), {
    description: 'When and why the store’s text failed for a mail, which was sent with the standard text',
  }),
});

const exampleTemplate = {
  subject: 'Order {{ order_number }} is on its way',
  body: 'Good news: your order has left our house.\n\n{{ goods_table }}\n\n{{ tracking_button }}',
};

const exampleText = {
  kind: 'order_shipped' as const,
  locale: 'en' as const,
  ...exampleTemplate,
  isOwn: true,
  isRequired: false,
  placeholders: ['store_name' as const, ...SHOPPER_MAILS.order_shipped.placeholders],
  failure: null,
};

export const listMailTexts = defineOperation({
  endpoint: 'GET /admin/v1/settings/mails/texts',
  summary: 'List the texts of mails to shoppers',
  description: 'One of each kind in a language: the store’s own, or the standard text.',
  auth: { kind: 'admin', permission: 'settings:read' },
  query: object({
    locale: Type.Optional({ ...locale, description: 'The store’s when absent' } as typeof locale),
  }),
  response: {
    status: 200,
    description: 'The texts',
    schema: object({ items: Type.Array(mailText), version }),
  },
  examples: { response: { items: [exampleText], version: 1 } },
});

export const putMailText = defineOperation({
  endpoint: 'PUT /admin/v1/settings/mails/texts',
  summary: 'Replace a text of a mail, or restore the standard text',
  description:
    'A text with a mistake is refused with its line and reason. One that fails for a mail all the same is put aside for that mail: ours is sent, and the operators get a notice.',
  auth: { kind: 'admin', permission: 'settings:write' },
  ifMatch: 'mail-settings',
  body: object({ kind, locale, text: nullable(template, { description: 'Null: ours again' }) }),
  response: {
    status: 200,
    description: 'The text',
    schema: object({ ...mailText.properties, version }),
  },
  examples: {
    body: { kind: 'order_shipped', locale: 'en', text: exampleTemplate },
    response: { ...exampleText, version: 2 },
  },
});

const draft = object({
  kind,
  locale,
  text: Type.Optional(nullable(template, { description: 'Absent: the text that is in use; null: ours' })),
  orderId: Type.Optional({
    ...id,
    description:
      'Shows what the last mail of this kind about this order said (needs `orders:read`); else it is made up',
  } as typeof id),
});

export const previewMail = defineOperation({
  endpoint: 'POST /admin/v1/settings/mails/preview',
  summary: 'See a mail before it is sent',
  description: 'Nothing is stored or sent.',
  withoutKey: 'it changes nothing.',
  auth: { kind: 'admin', permission: 'settings:read' },
  body: draft,
  response: {
    status: 200,
    description: 'The mail',
    schema: object({ subject: Type.String(), text: Type.String(), html: Type.String() }),
  },
  errors: ['not_found'],
  examples: {
    body: { kind: 'order_shipped', locale: 'en', text: exampleTemplate },
    response: {
      subject: 'Order 1001 is on its way',
      text: 'Good news: your order has left our house.',
      html: '<!doctype html>…',
    },
  },
});

export const sendTestMail = defineOperation({
  endpoint: 'POST /admin/v1/settings/mails/test',
  summary: 'Send a mail to oneself',
  description:
    'To the address of the operator who calls, as shoppers would get it; a few in a quarter of an hour. A program has no address: it gets `permission_missing`.',
  withoutKey: 'each call sends another mail.',
  auth: { kind: 'admin', permission: 'settings:write' },
  body: draft,
  response: { status: 202, description: 'Where it goes', schema: object({ to: Type.String() }) },
  errors: ['not_found'],
  examples: {
    body: { kind: 'order_shipped', locale: 'en', text: exampleTemplate },
    response: { to: 'ada@tea.example' },
  },
});
