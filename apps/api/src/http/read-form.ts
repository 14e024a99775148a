import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { type InputOf, type operations, refuse, ServiceError } from '@service/contract';
import { loadLater } from '@service/jobs/primitives';

type Upload = InputOf<typeof operations.uploadPicture>;

/** A form has one file and few other fields. */
const LIMITS = { files: 1, fields: 10, fieldSize: 1024, headerPairs: 20, parts: 11 };

/**
 * The bytes of an uploaded file as they arrive: the body itself, or the one file of a form. Refuses with `validation_failed` a
 * form that is broken or has no file.
 */
export async function* fileOf(
  headers: Upload['headers'],
  body: Upload['stream'],
): AsyncGenerator<Uint8Array> {
  const contentType = String(headers['content-type']);
  if (!/^multipart\/form-data/i.test(contentType)) return yield* body;
  // Loaded at the first form.
  const { Busboy } = await loadLater(() => import('@fastify/busboy'));
  const source = Readable.from(body);
  try {
    const form = new Busboy({ headers: { 'content-type': contentType }, limits: LIMITS });
    const file = new Promise<Readable>((resolve, reject) => {
      form.once('file', (_name, stream) => resolve(stream));
      form.once('finish', () => reject(new Error('no file')));
      form.on('error', reject);
      source.on('error', reject);
    });
    source.pipe(form);
    const stream = await file;
    // Neither stream ends by itself if the body breaks off.
    for (const part of [source, form]) part.on('error', (error: Error) => stream.destroy(error));
    yield* stream;
    // Also waits for the bytes after the file, because a body may still be refused at its end.
    await finished(source);
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    refuse('validation_failed', 'The form is broken, or has no file.');
  } finally {
    source.destroy();
  }
}
