import { Type } from 'typebox';
import { defineOperation } from '../../operation.ts';
import { nullable, object, stringEnum } from '../../schema.ts';

export const listModules = defineOperation({
  endpoint: 'GET /admin/v1/modules',
  summary: 'List modules',
  description:
    'Every module that was found, with its state. A module is disabled when its range of core versions excludes this one, its manifest or configuration is not valid, or it can not be loaded; `reason` says why.',
  auth: { kind: 'admin', permission: 'settings:read' },
  response: {
    status: 200,
    description: 'The modules of the process that responds',
    schema: object({
      items: Type.Array(
        object({
          name: Type.String(),
          version: nullable(Type.String()),
          state: stringEnum(['enabled', 'disabled']),
          reason: nullable(Type.String()),
          failures: Type.Integer({
            minimum: 0,
            description: 'Handlers that failed since the process started',
          }),
          paymentProviders: Type.Array(Type.String(), {
            description: 'What payment accounts may have as their `provider`',
          }),
          carriers: Type.Array(Type.String(), {
            description: 'What shipping options may have as the `name` of their `carrier`',
          }),
          taxProviders: Type.Array(Type.String(), {
            description: 'What the tax settings may have as the `name` of their `provider`',
          }),
        }),
      ),
    }),
  },
  examples: {
    response: {
      items: [
        {
          name: 'bank-link',
          version: '1.0.0',
          state: 'enabled',
          reason: null,
          failures: 0,
          paymentProviders: ['bank-link'],
          carriers: [],
          taxProviders: [],
        },
        {
          name: 'price-watch',
          version: '3.1.0',
          state: 'disabled',
          reason: 'price-watch 3.1.0 declares compatibleCore ^2.0.0, which does not include core 1.0.0.',
          failures: 0,
          paymentProviders: [],
          carriers: [],
          taxProviders: [],
        },
      ],
    },
  },
});
