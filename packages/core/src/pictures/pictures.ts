import type { S3Options } from '../s3.ts';
import { createResizer, type Resizer } from './resizer.ts';
import { openPictureStore, type PictureStore } from './store.ts';
import { createUploadMemory, type UploadMemory } from './upload-memory.ts';

/** The objects that the pictures of all stores share in this process. */
export interface Pictures {
  store: PictureStore;
  resizer: Resizer;
  /** The memory for uploaded files until they are stored. */
  uploads: UploadMemory;
  /** Files that are being made now, by name. */
  making: Map<string, Promise<Uint8Array | undefined>>;
  /** The address at which browsers reach pictures, without a slash at its end; undefined: uploads are disabled. */
  baseUrl: string | undefined;
  maxPerStore: number;
}

export interface PicturesOptions {
  /** An address such as `https://api.example`, or of a cache in front of it. */
  url?: string | undefined;
  /** A folder, or `s3://bucket/prefix`. */
  location: string;
  s3: S3Options;
  maxBytes: number;
  maxPixels: number;
  maxPerStore: number;
}

/** The most files of the largest size that a process holds at the same time. */
const LARGEST_HELD = 8;

export function createPictures({
  url,
  location,
  s3,
  maxBytes,
  maxPixels,
  maxPerStore,
}: PicturesOptions): Pictures {
  return {
    store: openPictureStore(location, s3),
    resizer: createResizer({ maxPixels }),
    uploads: createUploadMemory({ maxBytes, totalBytes: LARGEST_HELD * maxBytes }),
    making: new Map(),
    baseUrl: url?.replace(/\/$/, ''),
    maxPerStore,
  };
}
