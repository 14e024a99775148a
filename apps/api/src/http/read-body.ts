import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { refuse, ServiceError } from '@service/contract';
import { createByteCollector, parseBoundedJson, withDeadline } from '@service/jobs/primitives';
import type { Request, Response } from 'express';
import { type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';

/**
 * Returns the reader of an operation's bodies: it returns the exact bytes, at most `limitKiB` both compressed and decompressed;
 * empty if there is no body. Not Express's reader, which keeps every chunk until the end.
 */
export function createBodyReader(limitKiB: number) {
  const limit = limitKiB * 1024;
  return async (req: Request): Promise<Buffer> => {
    const { 'transfer-encoding': chunked, 'content-length': length } = req.headers;
    if (chunked === undefined && !Number(length)) return Buffer.alloc(0);
    const unpacked = unpack(req);
    try {
      return await collect(req, unpacked, limit);
    } finally {
      // The rest of a refused body is discarded, so that the connection can serve its next request.
      req.unpipe();
      if (unpacked !== req) unpacked.destroy();
      req.resume();
    }
  };
}

const UNPACKERS: Readonly<Record<string, () => NodeJS.ReadWriteStream & Readable>> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

function unpack(req: Request): Readable {
  const encoding = (req.headers['content-encoding'] ?? 'identity').toLowerCase();
  if (encoding === 'identity') return req;
  const create = Object.hasOwn(UNPACKERS, encoding) ? UNPACKERS[encoding] : undefined;
  if (!create) refuse('unsupported_media_type', 'This Content-Encoding is not supported.');
  return req.pipe(create());
}

/** Refuses a body that is too large before its end, because it may have none. */
function collect(req: Request, unpacked: Readable, limit: number): Promise<Buffer> {
  const collected = createByteCollector();
  return new Promise((resolve, reject) => {
    const breakOff = () =>
      reject(new ServiceError('malformed_json', 'The request could not be read completely.'));
    const limited = (take: (chunk: Buffer) => void) => {
      let bytes = 0;
      return (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > limit) reject(bodyTooLarge(limit));
        else take(chunk);
      };
    };
    unpacked.on('data', limited(collected.add));
    unpacked.on('end', () => resolve(collected.whole()));
    unpacked.on('error', breakOff);
    if (unpacked !== req)
      req.on(
        'data',
        limited(() => {}),
      );
    req.on('error', breakOff);
    req.on('close', () => {
      if (!req.complete) breakOff();
    });
  });
}

const DRAIN_BYTES = 1024 * 1024;
const DRAIN_MS = 1000;

/**
 * For a body that is refused before its end. The rest is read for a moment, because many clients read no response before they
 * have sent everything; then the connection is closed, since no other request can follow on it.
 */
export async function endUpload(req: Request, res: Response): Promise<void> {
  await withDeadline((signal) => discard(req, signal), DRAIN_MS).catch(() => {});
  if (!req.complete) res.set('Connection', 'close');
}

async function discard(req: Request, signal: AbortSignal): Promise<void> {
  let left = DRAIN_BYTES;
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    left -= chunk.length;
    if (left < 0 || signal.aborted) return;
  }
}

export function bodyTooLarge(limitBytes: number): ServiceError {
  return new ServiceError('payload_too_large', `The body is larger than ${limitBytes / 1024} KiB.`);
}

/** Refuses a body with none of these types, before it is read. */
export function assertMediaType(req: Request, allowed: readonly string[]): void {
  const given = (req.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (!allowed.includes(given))
    refuse('unsupported_media_type', `Send the body with Content-Type: ${allowed.join(' or ')}.`);
}

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Returns the body as JSON. A POST without a body counts as `{}`, so that schemas report the missing members. A PATCH or PUT
 * without one is refused: all of its members may be optional, so it would change nothing, or reset everything.
 */
export function parseJson(req: Request, raw: Buffer, handleUnstorable = refuseUnstorable): unknown {
  if (raw.length === 0 && req.method !== 'POST')
    refuse('validation_failed', 'The body is missing.', [
      { path: '/body', code: 'required', message: 'must be sent' },
    ]);
  if (raw.length === 0) return {};
  if (!JSON_TYPE.test(req.headers['content-type'] ?? '')) {
    refuse('unsupported_media_type', 'Send the body with Content-Type: application/json.');
  }
  const text = decode(raw);
  const value = parse(text);
  // Postgres stores neither NUL nor half a surrogate pair. In JSON both must be escaped, so most bodies needn't be searched.
  return /\\u(?:0000|d[89a-f])/i.test(text) ? handleUnstorable(value) : value;
}

function refuseUnstorable(value: unknown): unknown {
  assertStorable(value);
  return value;
}

/**
 * Returns a copy with U+FFFD for characters that Postgres can't store, for a sender who can't correct them: a provider's event is
 * about money.
 */
export function replaceUnstorable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(replaceUnstorable);
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [storableText(key), replaceUnstorable(member)]),
  );
}

function storableText(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed();
}

function decode(raw: Buffer): string {
  try {
    return utf8.decode(raw);
  } catch {
    refuse('malformed_json', 'The body is not UTF-8.');
  }
}

/** Far deeper than any operation's schema accepts. A body that is nested deeper than the stack couldn't be checked or stored. */
const BOUNDS = { maxDepth: 64, maxValues: 100_000 };

function parse(text: string): unknown {
  try {
    return parseBoundedJson(text, BOUNDS);
  } catch (error) {
    if (error instanceof RangeError)
      refuse('validation_failed', `The body ${error.message}.`, [
        { path: '/body', code: 'range', message: error.message },
      ]);
    refuse('malformed_json', `The body is not JSON${placeOfMistake(text)}.`);
  }
}

/**
 * The position at which the JSON becomes invalid, without the text there, which may be a secret. Node 20 doesn't always report
 * it.
 */
function placeOfMistake(text: string): string {
  const errors: ParseError[] = [];
  try {
    parseTree(text, errors, { disallowComments: true });
  } catch {
    // An unterminated text may be followed by more levels than the stack has.
  }
  const [first] = errors;
  if (!first) return '';
  const before = text.slice(0, first.offset).split('\n');
  const what = printParseErrorCode(first.error)
    .replaceAll(/(?<=[a-z])[A-Z]/g, ' $&')
    .toLowerCase();
  return `: ${what} at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

/** Longer pointers are cut: no schema of ours is so deep. */
const MAX_POINTER = 500;

function assertStorable(value: unknown, pointer = '/body'): void {
  if (typeof value === 'string') assertStorableText(pointer, value);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    assertStorableText(pointer, key);
    assertStorable(member, pointer.length < MAX_POINTER ? `${pointer}/${escaped(key)}` : pointer);
  }
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** A name that can't be stored is reported at its object, because its own pointer would repeat it. */
function assertStorableText(pointer: string, text: string): void {
  if (!text.includes('\0') && text.isWellFormed()) return;
  refuse('validation_failed', 'A text holds a NUL character or half a surrogate pair.', [
    {
      path: pointer.slice(0, MAX_POINTER),
      code: 'pattern',
      message: 'must not hold a NUL character or half a surrogate pair',
    },
  ]);
}
