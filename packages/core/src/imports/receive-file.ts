import { setImmediate } from 'node:timers/promises';
import { type operations, type ResponseOf, refuse } from '@service/contract';
import type { FileImportModel } from '@service/db';
import { recordChange } from '../audit/index.ts';
import { actorName, type Context, inTransaction } from '../context.ts';
import { type PageQuery, readPage } from '../page.ts';
import type { ImportKind } from './kind.ts';
import { type FileFormat, type FileRow, parseFile } from './parse-file.ts';

export interface ImportOptions {
  /** Check and count only. */
  dryRun?: boolean | undefined;
}

const MAX_ROWS = 50_000;
/** Rows that are written by one statement: so many, or as many as have so many characters. */
const GROUP = { rows: 500, characters: 1024 * 1024 };
/** What is read in one go: a whole group keeps every other request of the process waiting for some milliseconds. */
const STRETCH = { rows: 50, characters: 128 * 1024 };

/**
 * Receives a file and leaves it to the worker. Nothing is kept of a file that breaks off, can't be read or is too long.
 * Refuses with `validation_failed`, `payload_too_large`, and `too_many_requests` while another is being received.
 */
export function receiveImport(
  ctx: Context,
  kind: ImportKind,
  format: FileFormat,
  chunks: AsyncIterable<Uint8Array>,
  options: ImportOptions = {},
): Promise<FileImportModel> {
  const { tenantId, services } = ctx;
  return services.inFlight.run('files to receive', tenantId, () =>
    receiveFile(ctx, kind, parseFile(chunks, format, kind), options),
  );
}

async function receiveFile(
  ctx: Context,
  kind: ImportKind,
  fileRows: AsyncIterable<FileRow>,
  { dryRun = false }: ImportOptions,
): Promise<FileImportModel> {
  const { id } = await ctx.db.fileImport.create({
    data: {
      tenantId: ctx.tenantId,
      kind: kind.name,
      actor: actorName(ctx.principal),
      dryRun,
      createdAt: ctx.now(),
    },
  });
  try {
    const rows = await keepRows(ctx, id, fileRows);
    if (rows === 0) refuse('validation_failed', 'The file has no rows.');
    await inTransaction(ctx, async (tx) => {
      await tx.db.fileImport.updateMany({ where: { id }, data: { rows, status: 'pending' } });
      const subject = { type: 'file_import', id };
      const after = { kind: kind.name, rows };
      if (!dryRun) await recordChange(tx, { action: 'file_import.started', subject, after });
    });
  } catch (error) {
    await ctx.db.fileImport.deleteMany({ where: { id } });
    throw error;
  }
  return findImport(ctx, kind, id);
}

/** In groups, each a statement of its own: a slow sender holds no connection. */
async function keepRows(ctx: Context, importId: string, rows: AsyncIterable<FileRow>): Promise<number> {
  let kept = 0;
  let group: FileRow[] = [];
  let [characters, stretch] = [0, 0];
  const keepGroup = async () => {
    await ctx.db.sql.count`
      INSERT INTO file_import_rows (tenant_id, import_id, number, data, reason)
      SELECT ${ctx.tenantId}::uuid, ${importId}::uuid, ${kept}::int + place, row -> 'data', row ->> 'reason'
      FROM json_array_elements(${`[${group.map(toJson).join(',')}]`}::json) WITH ORDINALITY AS given(row, place)
      RETURNING tenant_id`;
    kept += group.length;
    group = [];
    [characters, stretch] = [0, 0];
  };
  for await (const row of rows) {
    group.push(row);
    if (kept + group.length > MAX_ROWS)
      refuse('payload_too_large', `The file has more than ${MAX_ROWS} rows.`);
    const length = row.json?.length ?? 0;
    characters += length;
    stretch += length;
    if (group.length === GROUP.rows || characters >= GROUP.characters) await keepGroup();
    else if (group.length % STRETCH.rows === 0 || stretch >= STRETCH.characters) {
      stretch = 0;
      await setImmediate();
    }
  }
  if (group.length > 0) await keepGroup();
  return kept;
}

function toJson({ json, reason }: FileRow): string {
  return `{"data":${json ?? 'null'},"reason":${JSON.stringify(reason)}}`;
}

/** Refuses with `not_found`, also while the file is still being received. */
export async function findImport(ctx: Context, { name }: ImportKind, id: string): Promise<FileImportModel> {
  const where = { id, kind: name, status: { not: 'receiving' } };
  return (await ctx.db.fileImport.findFirst({ where })) ?? refuse('not_found', `No import ${id}.`);
}

/** A page of the rows that were not taken, in the order of the file. */
export async function listRefusedRows(
  ctx: Context,
  kind: ImportKind,
  id: string,
  page: PageQuery,
): Promise<ResponseOf<typeof operations.listRefusedRows>> {
  const { processed } = await findImport(ctx, kind, id);
  const where = { importId: id, number: { lte: processed }, reason: { not: null } };
  return readPage(page, {
    count: ctx.db.fileImportRow.count({ where }),
    rows: (range) => ctx.db.fileImportRow.findMany({ where, orderBy: { number: 'asc' }, ...range }),
    present: ({ number, reason, data }) => ({ number, reason: reason ?? '', row: data }),
  });
}

export function presentImport({ id, rows, processed, ...found }: FileImportModel) {
  return {
    id,
    status: found.status as 'pending' | 'running' | 'completed',
    rows,
    dryRun: found.dryRun,
    processed,
    created: found.created,
    updated: found.updated,
    unchanged: found.unchanged,
    refused: found.refused,
    createdAt: found.createdAt.toISOString(),
    finishedAt: found.finishedAt?.toISOString() ?? null,
  };
}
