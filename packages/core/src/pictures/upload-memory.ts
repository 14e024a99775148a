import { refuse, ServiceError } from '@service/contract';

export interface UploadMemoryOptions {
  /** The size of the largest file. */
  maxBytes: number;
  /** The most bytes that the files of all stores may take together. */
  totalBytes: number;
}

export interface UploadMemory {
  /**
   * Reads a whole file and holds it until the work is done. A slow client only takes the memory for the bytes that it has sent,
   * and delays no other client. Refuses with `payload_too_large` or `too_many_requests`.
   */
  hold<T>(
    tenantId: string,
    chunks: AsyncIterable<Uint8Array>,
    work: (file: Buffer) => Promise<T>,
  ): Promise<T>;
}

const FIRST_BYTES = 64 * 1024;
const RETRY_SECONDS = 5;

/**
 * A store may hold as much as it leaves free: if n stores hold the most they may, each has 1/(n+1) of the memory, and so can the
 * next one.
 */
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
      // One buffer that grows: a client may send chunks of one byte, and a list would take a hundred bytes for each.
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
