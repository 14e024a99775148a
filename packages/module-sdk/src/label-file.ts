/** The most bytes of a label's file. */
export const MAX_LABEL_BYTES = 1_048_576;

const BEGINNINGS = {
  'application/pdf': [0x25, 0x50, 0x44, 0x46, 0x2d],
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
} as const;

/** Returns the type of a label's file, by its first bytes; undefined: it is neither a PDF nor a PNG. */
export function labelFileType(file: Uint8Array): keyof typeof BEGINNINGS | undefined {
  const types = Object.keys(BEGINNINGS) as (keyof typeof BEGINNINGS)[];
  return types.find((type) => BEGINNINGS[type].every((byte, at) => file[at] === byte));
}
