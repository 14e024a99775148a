import { createByteCollector } from './byte-collector.ts';

/**
 * Reads the body of a response as text, and cancels it when it is too long.
 * @throws RangeError when it has more bytes
 */
export async function readText({ body }: Response, maxBytes: number): Promise<string> {
  const collected = createByteCollector();
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new RangeError(`The response has more than ${maxBytes} bytes`);
    collected.add(chunk);
  }
  return collected.whole().toString('utf8');
}
