import { Type } from 'typebox';
import { id, integer, nullable, object, stringEnum, timestamp } from '../schema.ts';

export const importQuery = object({
  dryRun: Type.Optional(Type.Boolean({ description: 'Check and count, and change nothing. Default: false' })),
});

export const refusedRow = object({
  number: Type.Integer({ minimum: 1 }),
  reason: Type.String(),
  row: Type.Unknown(),
});

/** What the import of any file says. */
export const importProgress = {
  id,
  status: stringEnum(['pending', 'running', 'completed']),
  dryRun: Type.Boolean({ description: 'Rows are checked and counted only' }),
  rows: integer,
  processed: integer,
  refused: Type.Integer({ description: 'Rows that were refused; the report says why' }),
  createdAt: timestamp,
  finishedAt: nullable(timestamp),
};

export const PROGRESS_EXAMPLE = {
  id: 'a1c2a3b4-5d6e-4f70-8a91-b2c3d4e5f611',
  status: 'completed' as const,
  dryRun: false,
  rows: 50000,
  processed: 50000,
  refused: 1,
  createdAt: '2026-01-15T09:30:00.000Z',
  finishedAt: '2026-01-15T09:30:40.000Z',
};

/** Of an import whose file has just been received. */
export const RECEIVED_EXAMPLE = {
  status: 'pending' as const,
  processed: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  refused: 0,
  finishedAt: null,
};
