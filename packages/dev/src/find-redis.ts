import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { unpackDebianRedis } from './debian-redis.ts';

const execFileAsync = promisify(execFile);

export interface RedisBinary {
  /** Absolute path of the server program. */
  command: string;
  /** The environment variables that it needs besides PATH. */
  env: Record<string, string>;
  /** For people: `Redis 7.0.15`. */
  name: string;
}

export interface FindRedisOptions {
  /** The folder into which Debian's package is unpacked, once. */
  cacheDir: string;
  /** The PATH to look in. */
  path?: string;
  /** The one that is wanted, such as `valkey-server`, and no other. */
  program?: string | undefined;
  log?: (line: string) => void;
}

/**
 * Looks for a Redis on this machine: `redis-server`, then `valkey-server` on the PATH, then Debian's package
 * unpacked into the cache folder (no root, nothing is installed). Answers undefined when there is none.
 */
export async function findRedis(options: FindRedisOptions): Promise<RedisBinary | undefined> {
  const path = options.path ?? process.env.PATH ?? '';
  for (const program of options.program ? [options.program] : ['redis-server', 'valkey-server']) {
    for (const folder of path.split(delimiter).filter(Boolean)) {
      const found = await tryBinary(join(folder, program));
      if (found) return found;
    }
  }
  if (options.program) throw new Error(`There is no ${options.program} on the PATH.`);
  const unpacked = await unpackDebianRedis({ ...options, path });
  return unpacked && (await tryBinary(unpacked.command, unpacked.env));
}

// It is run once: a program for another processor, or one whose libraries are missing, is no Redis.
async function tryBinary(
  command: string,
  env: Record<string, string> = {},
): Promise<RedisBinary | undefined> {
  try {
    await access(command, constants.X_OK);
    const { stdout } = await execFileAsync(command, ['--version'], {
      env: { PATH: process.env.PATH, ...env },
    });
    const version = /v=([\d.]+)/.exec(stdout)?.[1];
    return version
      ? { command, env, name: `${/valkey/i.test(stdout) ? 'Valkey' : 'Redis'} ${version}` }
      : undefined;
  } catch {
    return undefined;
  }
}
