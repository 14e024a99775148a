import { createFairQueue, type FairQueue } from '@service/jobs/primitives';
import { createResizer, type Resizer } from './resizer.ts';
import { openPictureStore, type PictureStore, type S3Options } from './store.ts';

/** What the pictures of all stores share in this process. */
export interface Pictures {
  store: PictureStore;
  resizer: Resizer;
  /** Files that are held in memory; stores take turns. */
  receiving: FairQueue;
  /** Files that are being made, by name. */
  making: Map<string, Promise<Uint8Array | undefined>>;
  /** Where browsers reach pictures, without a slash at its end; undefined: nobody can upload any. */
  baseUrl: string | undefined;
  maxBytes: number;
  maxPerStore: number;
}

export interface PicturesOptions {
  /** Such as `https://api.example`, or that of a cache in front of it. */
  url?: string | undefined;
  /** A folder, or `s3://bucket/prefix`. */
  location: string;
  s3: S3Options;
  maxBytes: number;
  maxPixels: number;
  maxPerStore: number;
}

/** Files that a process receives at once. A store has fewer under way than may wait. */
const RECEIVED_AT_ONCE = 8;
const MAX_WAITING = 8;

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
    receiving: createFairQueue({ atOnce: RECEIVED_AT_ONCE, maxWaiting: MAX_WAITING }),
    making: new Map(),
    baseUrl: url?.replace(/\/$/, ''),
    maxBytes,
    maxPerStore,
  };
}
