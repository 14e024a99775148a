import { refuse, ServiceError } from '@service/contract';

export interface UploadMemoryOptions {
  /** The largest file. */
  maxBytes: number;
  /** The most bytes that the files of all stores may take together. */
  totalBytes: number;
}

export interface UploadMemory {
  /**
   * Reads a file whole and holds it for as long as the work takes. A client that sends slowly holds what it has sent and keeps no
   * other waiting. Refuses with `payload_too_large` or `too_many_requests`.
   */
  hold<T>(
    tenantId: string,
    chunks: AsyncIterable<Uint8Array>,
    work: (file: Buffer) => Promise<T>,
  ): Promise<T>;
}

const FIRST_BYTES = 64 * 1024;
const RETRY_SECONDS = 5;

/** A store may hold as much as it leaves free: of n stores that hold all they may, each has an n+1st part, and so has the next one. */
export function createUploadMemory({ maxBytes, totalBytes }: UploadMemoryOptions): UploadMemory {
  const held = new Map<string, number>();
  let taken = 0;

  function take(tenantId: string, bytes: number): void {
    const ofStore = (held.get(tenantId) ?? 0) + bytes;
    if (bytes > 0 && ofStore > totalBytes - taken) refuseMore();
    taken += bytes;
    if (ofStore === 0) held.delete(tenantId);
    else held.set(tenantId, ofStore);
  }

  return {
    async hold(tenantId, chunks, work) {
      // One buffer that grows: a client may send chunks of one byte, each of which would cost a hundred.
      let file = Buffer.alloc(0);
      let size = 0;
      try {
        for await (const chunk of chunks) {
          const needed = size + chunk.length;
          if (needed > maxBytes)
            refuse('payload_too_large', `The picture has more than ${maxBytes / 1024} KiB.`);
          if (needed > file.length) {
            const length = Math.min(maxBytes, Math.max(needed, 2 * file.length, FIRST_BYTES));
            take(tenantId, length - file.length);
            const larger = Buffer.alloc(length);
            file.copy(larger, 0, 0, size);
            file = larger;
          }
          file.set(chunk, size);
          size = needed;
        }
        return await work(file.subarray(0, size));
      } finally {
        take(tenantId, -file.length);
      }
    },
  };
}

function refuseMore(): never {
  throw new ServiceError(
    'too_many_requests',
    'Too many pictures are being uploaded.',
    undefined,
    RETRY_SECONDS,
  );
}
