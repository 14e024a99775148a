import { Type } from 'typebox';
import { defineOperation } from '../../operation.ts';
import { analytics } from '../../resources/analytics.ts';
import { nullable, object, timestamp, version } from '../../schema.ts';

const configuration = {
  cookieConsent: Type.Boolean({ description: 'Whether visitors are asked before a tracker runs' }),
  analytics: Type.Optional(analytics),
};

const presented = object({ ...configuration, configuredAt: nullable(timestamp), version });

const exampleBody = {
  cookieConsent: true,
  analytics: {
    lightAnalytics: true,
    lightAnalyticsDomain: 'tea.example',
    webAnalytics: { id: 'G-ABC123' },
    socialPixel: { pixelId: '1234567890' },
  },
};

const example = { ...exampleBody, configuredAt: '2026-01-15T09:30:00.000Z', version: 1 };

export const configureCompliance = defineOperation({
  id: 'SetupOnboardingController_complianceConfigure',
  endpoint: 'POST /setup/v1/compliance/configure',
  summary: 'Configure compliance',
  description: 'Replaces the whole configuration: what the body omits is switched off.',
  auth: { kind: 'admin', permission: 'settings:write' },
  ifMatch: 'compliance',
  body: object(configuration),
  response: { status: 200, description: 'The configuration', schema: presented },
  examples: { body: exampleBody, response: example },
});

export const getCompliance = defineOperation({
  endpoint: 'GET /setup/v1/compliance',
  summary: 'Get the compliance configuration',
  description:
    'Before the first configuration `configuredAt` is null, consent is required and no tracker runs.',
  auth: { kind: 'admin', permission: 'settings:read' },
  response: { status: 200, description: 'The configuration', schema: presented },
  examples: { response: example },
});
