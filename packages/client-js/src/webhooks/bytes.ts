const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(encoder.encode(text));
}

export function textOf(body: string | Uint8Array): string {
  return typeof body === 'string' ? body : decoder.decode(body);
}

export function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Skips characters that aren't base64, as Node does. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const digits = text
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/[^A-Za-z0-9+/]/g, '');
  // One digit alone is no byte.
  const whole = digits.length % 4 === 1 ? digits.slice(0, -1) : digits;
  return Uint8Array.from(atob(whole), (byte) => byte.charCodeAt(0));
}

export function concat(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
