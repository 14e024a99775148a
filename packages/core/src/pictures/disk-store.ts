import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PictureStore } from './store.ts';

const isAbsent = (error: NodeJS.ErrnoException) => error.code === 'ENOENT';

/** Files in a folder, which several processes may share. */
export function createDiskStore(folder: string): PictureStore {
  return {
    async write(name, bytes) {
      const path = join(folder, name);
      await mkdir(dirname(path), { recursive: true });
      const part = `${path}.${randomUUID()}.part`;
      try {
        const file = await open(part, 'wx', 0o640);
        // On the disk before it gets its name: the row that follows says that it is there.
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
      // A folder that isn't empty, or is gone already, stays as it is.
      for (const each of new Set(names.map((name) => dirname(join(folder, name)))))
        await rmdir(each).catch(() => undefined);
    },
  };
}
