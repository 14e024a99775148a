import { Type } from 'typebox';
import { defineOperation } from '../../operation.ts';
import { object, stringEnum } from '../../schema.ts';

const STEPS = ['catalogue', 'shipping', 'tax', 'payment', 'compliance', 'webhooks'] as const;

export const getSetupStatus = defineOperation({
  id: 'getSetupStatus',
  method: 'GET',
  path: '/setup/v1/status',
  tag: 'Setup',
  summary: 'See what is left to do',
  description: 'Each step of setting the store up, whether it is done, and what does it.',
  auth: { kind: 'admin', permission: 'settings:read' },
  response: {
    status: 200,
    description: 'The steps',
    schema: object({
      complete: Type.Boolean(),
      steps: Type.Array(object({ step: stringEnum(STEPS), done: Type.Boolean(), todo: Type.String() })),
    }),
  },
  errors: [],
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
