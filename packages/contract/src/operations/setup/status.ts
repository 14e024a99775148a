import { Type } from 'typebox';
import { defineOperation } from '../../operation.ts';
import { SETUP_STEPS } from '../../resources/setup-steps.ts';
import { object, stringEnum } from '../../schema.ts';

export const getSetupStatus = defineOperation({
  endpoint: 'GET /setup/v1/status',
  summary: 'Get the progress of the setup',
  description: 'Each step of the store’s setup, whether it is done, and which operation does it.',
  auth: { kind: 'admin', permission: 'settings:read' },
  response: {
    status: 200,
    description: 'The steps',
    schema: object({
      complete: Type.Boolean(),
      steps: Type.Array(object({ step: stringEnum(SETUP_STEPS), done: Type.Boolean(), todo: Type.String() })),
    }),
  },
  examples: {
    response: {
      complete: false,
      steps: [
        {
          step: 'catalogue',
          done: false,
          todo: 'Publish a product with a variant: POST /admin/v1/products.',
        },
      ],
    },
  },
});
