import { Type } from 'typebox';
import { defineOperation } from '../../../operation.ts';
import { id, nullable, object, timestamp } from '../../../schema.ts';

const session = object({
  id,
  startedAt: timestamp,
  startedFrom: nullable(Type.String({ description: 'The network address' })),
  expiresAt: timestamp,
  isCurrent: Type.Boolean({ description: 'Whether this request is made by it' }),
});

export const listOwnSessions = defineOperation({
  endpoint: 'GET /admin/v1/auth/sessions',
  summary: 'List my sessions',
  description:
    'Where I am logged in, newest first: each login of the console or of a program that hasn’t ended.',
  auth: { kind: 'admin' },
  response: {
    status: 200,
    description: 'The sessions',
    schema: object({ items: Type.Array(session) }),
  },
  examples: {
    response: {
      items: [
        {
          id: 'b6f7a8b9-2f1c-4e58-9a40-9c1f6d6a7c11',
          startedAt: '2026-01-15T09:30:00.000Z',
          startedFrom: '198.51.100.7',
          expiresAt: '2026-01-22T09:30:00.000Z',
          isCurrent: true,
        },
      ],
    },
  },
});

export const endOwnSession = defineOperation({
  endpoint: 'DELETE /admin/v1/auth/sessions/{id}',
  summary: 'End one of my sessions',
  description: 'Every token of it ends at once.',
  auth: { kind: 'admin' },
  response: { status: 204, description: 'Ended' },
});

export const endOwnSessions = defineOperation({
  endpoint: 'POST /admin/v1/auth/sessions/end-all',
  summary: 'Sign out everywhere',
  description: 'Ends all of my sessions, this one included.',
  withoutKey: 'a session that has ended stays ended.',
  auth: { kind: 'admin' },
  response: { status: 204, description: 'Ended' },
});
