import { mailSettings } from '@service/core';
import { type Route, route } from '../../../http/route.ts';

export const mailSettingsRoutes: Route[] = [
  route('GET /admin/v1/settings/mails', 'settings:read', (ctx) => mailSettings.getMailSettings(ctx)),
  route('PUT /admin/v1/settings/mails', 'settings:write', (ctx, { body }) =>
    mailSettings.putMailSettings(ctx, body),
  ),
  route('GET /admin/v1/settings/mails/texts', 'settings:read', (ctx, { query }) =>
    mailSettings.listMailTexts(ctx, query),
  ),
  route('PUT /admin/v1/settings/mails/texts', 'settings:write', (ctx, { body }) =>
    mailSettings.putMailText(ctx, body),
  ),
  route('POST /admin/v1/settings/mails/preview', 'settings:read', (ctx, { body }) =>
    mailSettings.previewMail(ctx, body),
  ),
  route('POST /admin/v1/settings/mails/test', 'settings:write', (ctx, { body }) =>
    mailSettings.sendTestMail(ctx, body),
  ),
];
