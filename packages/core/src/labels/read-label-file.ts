import { type FileAnswer, refuse } from '@service/contract';
import { labelFileType } from '@service/module-sdk';
import type { Context } from '../context.ts';
import { findLabel } from './find-label.ts';

/** Refuses with `not_found`, also where its file was deleted. */
export async function readLabelFile(ctx: Context, id: string): Promise<FileAnswer> {
  const { carrier, trackingNumber } = await findLabel(ctx, id);
  const file = await ctx.db.shippingLabelFile.findFirst({ where: { labelId: id } });
  const contentType = file ? labelFileType(file.bytes) : undefined;
  if (!file || !contentType) refuse('not_found', `The label ${id} has no file.`);
  const name = (trackingNumber ?? id).replace(/[^\w-]/g, '');
  return { fileName: `${carrier}-${name}.${contentType.split('/')[1]}`, contentType, bytes: file.bytes };
}
