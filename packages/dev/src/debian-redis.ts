import { execFile } from 'node:child_process';
import { constants, existsSync } from 'node:fs';
import { access, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const execFileAsync = promisify(execFile);

const TRIPLETS: Partial<Record<string, string>> = { x64: 'x86_64-linux-gnu', arm64: 'aarch64-linux-gnu' };
const PACKAGES = ['redis-tools', 'redis-server', 'libjemalloc2', 'liblzf1', 'libatomic1'];
const RETRY_AFTER_MS = 24 * 3_600_000;

export interface UnpackedRedis {
  command: string;
  env: Record<string, string>;
}

interface Options {
  cacheDir: string;
  path: string;
  log?: (line: string) => void;
}

/**
 * Downloads Debian's (or Ubuntu's) Redis packages with apt and unpacks them into `cacheDir`, once.
 * Answers undefined where that isn't possible, and remembers a failure for a day so that every start stays quick.
 */
export async function unpackDebianRedis({
  cacheDir,
  path,
  log,
}: Options): Promise<UnpackedRedis | undefined> {
  const triplet = TRIPLETS[process.arch];
  if (process.platform !== 'linux' || !triplet) return undefined;
  const root = join(cacheDir, 'root');
  const unpacked = {
    command: join(root, 'usr/bin/redis-server'),
    env: { LD_LIBRARY_PATH: libraryPath(root, triplet) },
  };
  if (existsSync(unpacked.command)) return unpacked;

  const tools = await Promise.all(
    ['apt-get', 'apt-cache', 'dpkg', 'ldd'].map((tool) => isOnPath(tool, path)),
  );
  const failure = join(cacheDir, 'unavailable');
  if (tools.includes(false) || (await isRecent(failure))) return undefined;

  const work = join(cacheDir, `work-${process.pid}`);
  try {
    log?.("· Fetching Debian's Redis package into the cache folder, once …");
    await mkdir(work, { recursive: true });
    await unpackInto(work, triplet);
    await rename(join(work, 'root'), root).catch((error: unknown) => {
      // Another process was faster: its copy is as good.
      if (!existsSync(unpacked.command)) throw error;
    });
    return unpacked;
  } catch {
    await writeFile(
      failure,
      `apt could not provide Redis. Remove this file to try again before a day has passed.\n`,
    );
    return undefined;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function unpackInto(work: string, triplet: string): Promise<void> {
  await download(work, PACKAGES);
  await unpackAll(work);
  if ((await missingLibraries(join(work, 'root'), triplet)).length === 0) return;
  // A slim system lacks more (OpenSSL, systemd's library, …): every library that the package depends on is fetched.
  await download(work, await libraryPackages());
  await unpackAll(work);
  const missing = await missingLibraries(join(work, 'root'), triplet);
  if (missing.length > 0) throw new Error(`These libraries of Redis are missing: ${missing.join(', ')}`);
}

async function download(work: string, packages: string[]): Promise<void> {
  const asked = [...aptOptions(), 'download', ...packages];
  try {
    await execFileAsync('apt-get', asked, { cwd: work, timeout: 60_000 });
  } catch (error) {
    // A fresh machine has no package lists, and only root may fetch them.
    if (process.getuid?.() !== 0) throw error;
    await execFileAsync('apt-get', [...aptOptions(), 'update'], { timeout: 60_000 });
    await execFileAsync('apt-get', asked, { cwd: work, timeout: 60_000 });
  }
}

function aptOptions(): string[] {
  const settings = ['Acquire::http::Timeout=10', 'Acquire::https::Timeout=10', 'Acquire::Retries=1'];
  if (process.getuid?.() === 0) settings.push('APT::Sandbox::User=root');
  return ['-qq', ...settings.flatMap((setting) => ['-o', setting])];
}

async function unpackAll(work: string): Promise<void> {
  for (const file of await readdir(work)) {
    if (file.endsWith('.deb')) await execFileAsync('dpkg', ['-x', file, 'root'], { cwd: work });
  }
}

async function missingLibraries(root: string, triplet: string): Promise<string[]> {
  const env = { ...process.env, LC_ALL: 'C', LD_LIBRARY_PATH: libraryPath(root, triplet) };
  const { stdout } = await execFileAsync('ldd', [join(root, 'usr/bin/redis-server')], { env });
  return [...stdout.matchAll(/^\s*(\S+) => not found/gm)].map((match) => match[1] ?? '');
}

async function libraryPackages(): Promise<string[]> {
  const only = [
    '--recurse',
    '--no-recommends',
    '--no-suggests',
    '--no-conflicts',
    '--no-breaks',
    '--no-replaces',
  ];
  const { stdout } = await execFileAsync('apt-cache', ['depends', ...only, '--no-enhances', 'redis-tools']);
  const names = stdout.split('\n').filter((line) => /^lib/.test(line));
  // The C library must be the system's own: it belongs to the program loader.
  return [...new Set(names)].filter((name) => !/^(libc6|libc-bin|libcrypt1)(:|$)/.test(name));
}

function libraryPath(root: string, triplet: string): string {
  return [`usr/lib/${triplet}`, `lib/${triplet}`].map((folder) => join(root, folder)).join(delimiter);
}

async function isOnPath(tool: string, path: string): Promise<boolean> {
  for (const folder of path.split(delimiter).filter(Boolean)) {
    const found = await access(join(folder, tool), constants.X_OK).then(
      () => true,
      () => false,
    );
    if (found) return true;
  }
  return false;
}

async function isRecent(file: string): Promise<boolean> {
  const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: 0 }));
  return Date.now() - mtimeMs < RETRY_AFTER_MS;
}
