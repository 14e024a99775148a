import { Type } from 'typebox';
import { defineOperation } from '../../../operation.ts';
import { nameText, nullable, object } from '../../../schema.ts';

const name = nameText(255, { description: 'The name in its header; null: the name of the store' });

const logo = Type.String({
  pattern: '^data:image/(png|jpeg|webp|svg\\+xml);base64,[A-Za-z0-9+/]+={0,2}$',
  maxLength: 87_400,
  description: 'A picture of at most 64 KiB as a data URL, so that the portal loads it from no other server',
});

const accentColor = Type.String({
  pattern: '^#[0-9A-Fa-f]{6}$',
  description:
    'The colour of buttons and links. The portal darkens or lightens it until text can be read (4.5 : 1)',
});

/** Narrow, because it stands in a header. */
const embedOrigin = Type.String({
  pattern: '^https?://[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:[0-9]{1,5})?$',
  maxLength: 300,
});

const embedOrigins = {
  description: 'Web origins whose pages may embed the portal; none: it can’t be embedded',
};

const portalSettings = object({
  name: nullable(name),
  logo: nullable(logo),
  accentColor: nullable(accentColor),
  embedOrigins: Type.Array(Type.String(), embedOrigins),
  version: Type.Integer({ description: '0 until their first change' }),
});

const example = {
  name: 'Tea House for partners',
  logo: null,
  accentColor: '#0b6e4f',
  embedOrigins: ['https://app.tea.example'],
};

export const getPortalSettings = defineOperation({
  endpoint: 'GET /admin/v1/settings/portal',
  summary: 'Get the settings of the subscribers’ portal',
  description: 'Name, logo, accent colour, and the origins that may embed it.',
  auth: { kind: 'admin', permission: 'settings:read' },
  response: { status: 200, description: 'The settings', schema: portalSettings },
  examples: { response: { ...example, version: 1 } },
});

export const putPortalSettings = defineOperation({
  endpoint: 'PUT /admin/v1/settings/portal',
  summary: 'Replace the settings of the subscribers’ portal',
  description: 'Replaces all settings: what the body omits is cleared. The portal’s next load has them.',
  auth: { kind: 'admin', permission: 'settings:write' },
  ifMatch: 'portal-settings',
  body: object({
    name: nullable(Type.Unsafe<string>({ ...name, default: null })),
    logo: nullable(Type.Unsafe<string>({ ...logo, default: null })),
    accentColor: nullable(Type.Unsafe<string>({ ...accentColor, default: null })),
    embedOrigins: Type.Array(embedOrigin, { ...embedOrigins, maxItems: 20, default: [] }),
  }),
  response: { status: 200, description: 'The settings', schema: portalSettings },
  examples: { body: example, response: { ...example, version: 1 } },
});
