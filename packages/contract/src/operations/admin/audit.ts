import { Type } from 'typebox';
import { defineOperation } from '../../operation.ts';
import { cursor, cursorQuery, id, longList, longPageOf, nullable, object, timestamp } from '../../schema.ts';

const word = Type.String({ minLength: 1, maxLength: 255 });

const snapshot = nullable(Type.Unsafe<Record<string, unknown>>({ type: 'object' }));

export const listAuditRecords = defineOperation({
  endpoint: 'GET /admin/v1/audit',
  summary: 'List the audit log',
  description:
    'One record for each change by an operator, an API key or the `commerce` command, newest first, written with the change or not at all. `before` and `after` hold what changed, never a secret.',
  auth: { kind: 'admin', permission: 'users:read' },
  query: cursorQuery(
    {
      actor: Type.Optional(word),
      action: Type.Optional(word),
      subjectType: Type.Optional(word),
      subjectId: Type.Optional(word),
      from: Type.Optional(timestamp),
      to: Type.Optional(timestamp),
    },
    cursor,
  ),
  response: {
    status: 200,
    description: 'A page of records',
    schema: longList(
      object({
        id,
        actor: Type.String({
          description: '`admin:<id>`, `api-key:<id>`, or `cli` for the operator of the deployment',
        }),
        action: Type.String({ description: 'A stable word for programs' }),
        subject: object({ type: Type.String(), id: Type.String() }),
        before: snapshot,
        after: snapshot,
        requestId: Type.String(),
        createdAt: timestamp,
      }),
    ),
  },
  examples: {
    response: longPageOf({
      id: 'd2c2a3b4-5d6e-4f70-8a91-b2c3d4e5f617',
      actor: 'admin:f3b1d9a0-6f0e-4a7e-8f0e-2d1c3b4a5968',
      action: 'user.updated',
      subject: { type: 'user', id: 'f3b1d9a0-6f0e-4a7e-8f0e-2d1c3b4a5969' },
      before: { role: 'support' },
      after: { role: 'viewer' },
      requestId: '7b1f0c1e-0d52-4a1c-8f29-6a3c1f0b2d4e',
      createdAt: '2026-01-15T09:30:00.000Z',
    }),
  },
});
