interface ByteCollector {
  add(chunk: Uint8Array): void;
  whole(): Buffer;
}

/**
 * Collects chunks in one piece of memory that doubles as it fills. Why chunks aren't kept until the end: each is an object of
 * some 80 bytes, so a client that sends single bytes would take that much for each.
 */
export function createByteCollector(): ByteCollector {
  let kept = Buffer.alloc(0);
  let length = 0;
  return {
    add(chunk) {
      const needed = length + chunk.length;
      if (needed > kept.length) {
        const larger = Buffer.alloc(Math.max(needed, 2 * kept.length));
        kept.copy(larger, 0, 0, length);
        kept = larger;
      }
      kept.set(chunk, length);
      length = needed;
    },
    whole: () => kept.subarray(0, length),
  };
}
