import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PictureStore } from './store.ts';

const isAbsent = (error: NodeJS.ErrnoException) => error.code === 'ENOENT';

/** Keeps files in a folder, which several processes may share. */
export function createDiskStore(folder: string): PictureStore {
  return {
    async write(name, bytes) {
      const path = join(folder, name);
      await mkdir(dirname(path), { recursive: true });
      const part = `${path}.${randomUUID()}.part`;
      try {
        const file = await open(part, 'wx', 0o640);
        // Flushed to disk before it gets its name, because the row that follows says that the file exists.
        await file
          .writeFile(bytes)
          .then(() => file.sync())
          .finally(() => file.close());
        await rename(part, path);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    async read(name) {
      return readFile(join(folder, name)).catch((error) => {
        if (isAbsent(error)) return undefined;
        throw error;
      });
    },
    async delete(names) {
      for (const name of names) await rm(join(folder, name), { force: true });
      // A folder that isn't empty, or no longer exists, is no error.
      for (const each of new Set(names.map((name) => dirname(join(folder, name)))))
        await rmdir(each).catch(() => undefined);
    },
  };
}
