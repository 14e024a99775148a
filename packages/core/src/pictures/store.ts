import { ServiceError } from '@service/contract';
import { loadLater, openOnce } from '@service/jobs/primitives';
import type { S3Options } from '../s3.ts';

/** Stores the files of pictures. A name is a path of plain letters, such as `tenant/picture/640.webp`. */
export interface PictureStore {
  /** Writes the whole file or nothing; writing it again replaces it. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Undefined: there is no such file. */
  read(name: string): Promise<Uint8Array | undefined>;
  /** Deleting a file that doesn't exist is no failure. */
  delete(names: readonly string[]): Promise<void>;
}

/** Opens a folder, or `s3://bucket/prefix`. The S3 client is loaded at first use. */
export function openPictureStore(location: string, s3: S3Options): PictureStore {
  const { open } = openOnce(async () =>
    location.startsWith('s3://')
      ? (await loadLater(() => import('./s3-store.ts'))).createS3Store(location, s3)
      : (await loadLater(() => import('./disk-store.ts'))).createDiskStore(location),
  );
  async function use<T>(work: (store: PictureStore) => Promise<T>): Promise<T> {
    try {
      return await work(await open());
    } catch (cause) {
      throw Object.assign(
        new ServiceError('dependency_unavailable', 'The store of pictures can’t be reached.'),
        { cause },
      );
    }
  }
  return {
    write: (name, bytes) => use((store) => store.write(name, bytes)),
    read: (name) => use((store) => store.read(name)),
    delete: (names) => use((store) => store.delete(names)),
  };
}
