import { setPriority } from 'node:os';
import sharp from 'sharp';
import type { PictureFormat } from './picture-sizes.ts';

/**
 * The program of a separate process, see `resizer.ts`: decoders of untrusted files have had security holes, so they run in a
 * process without secrets, whose crash ends nothing else. It has a low priority, so that requests are served first on a machine
 * with few cores.
 */

export type Task =
  | { kind: 'shrink'; original: Uint8Array; maxPixels: number }
  | { kind: 'resize'; master: Uint8Array; width: number; format: PictureFormat };

export interface Made {
  bytes: Uint8Array;
  width: number;
  height: number;
}

export type Outcome = Made | { problem: string };

/** The longest side of a stored picture: enough to show the whole picture at the largest width. */
const MAX_SIDE = 2560;

setPriority(10);
sharp.concurrency(1);
sharp.cache(false);
// Recognised by content. No other format is decoded: neither SVG nor any format that can refer to other files.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`),
});

async function run(task: Task): Promise<Outcome> {
  const { data, info } = await (task.kind === 'shrink' ? shrink(task) : resize(task)).toBuffer({
    resolveWithObject: true,
  });
  return { bytes: data, width: info.width, height: info.height };
}

/** Upright, in sRGB, only the first frame, and without metadata. */
function shrink({ original, maxPixels }: Extract<Task, { kind: 'shrink' }>) {
  return sharp(original, { limitInputPixels: maxPixels, failOn: 'error', autoOrient: true })
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 90 });
}

function resize({ master, width, format }: Extract<Task, { kind: 'resize' }>) {
  const image = sharp(master).resize({ width, withoutEnlargement: true });
  if (format === 'avif') return image.avif({ quality: 55, effort: 2 });
  return format === 'webp' ? image.webp({ quality: 78 }) : image.png({ compressionLevel: 9, palette: true });
}

process.on('message', async (task: Task) => {
  const outcome = await run(task).catch((error: Error) => ({ problem: error.message }));
  process.send?.(outcome);
});
process.on('disconnect', () => process.exit());
