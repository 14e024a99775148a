import { setImmediate } from 'node:timers/promises';
import { type InputOf, type operations, type ResponseOf, refuse } from '@service/contract';
import type { ProductImportModel } from '@service/db';
import { recordChange } from '../../audit/index.ts';
import { actorName, type Context, inTransaction } from '../../context.ts';
import { type PageQuery, readPage } from '../../page.ts';
import { type FileFormat, type FileRow, parseFile } from './parse-file.ts';

type ImportOptions = InputOf<typeof operations.importProducts>['query'];

export type PresentedImport = ResponseOf<typeof operations.getProductImport>;

const MAX_ROWS = 50_000;
/** Rows that are written by one statement: so many, or as many as have so many characters. */
const GROUP = { rows: 500, characters: 1024 * 1024 };
/** What is read in one go: a whole group keeps every other request of the process waiting for some milliseconds. */
const STRETCH = { rows: 50, characters: 128 * 1024 };

/**
 * Receives a file and leaves it to the worker. Nothing is kept of a file that breaks off, can't be read or is too long.
 * Refuses with `validation_failed`, `payload_too_large`, and `too_many_requests` while another is being received.
 */
export function importProducts(
  ctx: Context,
  format: FileFormat,
  chunks: AsyncIterable<Uint8Array>,
  options: ImportOptions = {},
): Promise<PresentedImport> {
  const { tenantId, services } = ctx;
  return services.inFlight.run('files to receive', tenantId, () => receiveFile(ctx, format, chunks, options));
}

async function receiveFile(
  ctx: Context,
  format: FileFormat,
  chunks: AsyncIterable<Uint8Array>,
  { dryRun = false }: ImportOptions,
): Promise<PresentedImport> {
  const { id } = await ctx.db.productImport.create({
    data: { tenantId: ctx.tenantId, actor: actorName(ctx.principal), dryRun, createdAt: ctx.now() },
  });
  try {
    const rows = await keepRows(ctx, id, parseFile(chunks, format));
    if (rows === 0) refuse('validation_failed', 'The file has no rows.');
    await inTransaction(ctx, async (tx) => {
      await tx.db.productImport.updateMany({ where: { id }, data: { rows, status: 'pending' } });
      const subject = { type: 'product_import', id };
      if (!dryRun) await recordChange(tx, { action: 'product_import.started', subject, after: { rows } });
    });
  } catch (error) {
    await ctx.db.productImport.deleteMany({ where: { id } });
    throw error;
  }
  return getProductImport(ctx, id);
}

/** In groups, each a statement of its own: a slow sender holds no connection. */
async function keepRows(ctx: Context, importId: string, rows: AsyncIterable<FileRow>): Promise<number> {
  let kept = 0;
  let group: FileRow[] = [];
  let [characters, stretch] = [0, 0];
  const keepGroup = async () => {
    await ctx.db.sql.count`
      INSERT INTO product_import_rows (tenant_id, import_id, number, data, reason)
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
export async function getProductImport(ctx: Context, id: string): Promise<PresentedImport> {
  const found = await ctx.db.productImport.findFirst({ where: { id, status: { not: 'receiving' } } });
  return found ? presentImport(found) : refuse('not_found', `No import ${id}.`);
}

/** A page of the rows that were not taken, in the order of the file. */
export async function listRefusedRows(
  ctx: Context,
  id: string,
  page: PageQuery,
): Promise<ResponseOf<typeof operations.listRefusedRows>> {
  const { processed } = await getProductImport(ctx, id);
  const where = { importId: id, number: { lte: processed }, reason: { not: null } };
  return readPage(page, {
    count: ctx.db.productImportRow.count({ where }),
    rows: (range) => ctx.db.productImportRow.findMany({ where, orderBy: { number: 'asc' }, ...range }),
    present: ({ number, reason, data }) => ({ number, reason: reason ?? '', row: data }),
  });
}

function presentImport({ id, rows, processed, ...found }: ProductImportModel): PresentedImport {
  return {
    id,
    status: found.status as PresentedImport['status'],
    rows,
    dryRun: found.dryRun,
    processed,
    created: found.created,
    updated: found.updated,
    unchanged: found.unchanged,
    refused: found.refused,
    changes: found.changes as PresentedImport['changes'],
    createdAt: found.createdAt.toISOString(),
    finishedAt: found.finishedAt?.toISOString() ?? null,
  };
}
