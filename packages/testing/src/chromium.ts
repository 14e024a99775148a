import { execFile } from 'node:child_process';
import { constants, existsSync } from 'node:fs';
import { access, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const CACHE = fileURLToPath(new URL('../../../.cache/chromium-147', import.meta.url));
const UNPACKER = fileURLToPath(new URL('../bin/unpack-chromium.mjs', import.meta.url));
/** Without any font Chromium ends at the first field of a form, and the package's own file names folders of its cloud. */
const FONTS_FILE = 'fonts.conf';
const FONTS = `<fontconfig><dir>${CACHE}/fonts</dir><cachedir>${CACHE}/fonts-cache</cachedir></fontconfig>\n`;

export interface Chromium {
  executablePath: string;
  /** The environment variables that it needs besides the usual. */
  env: Record<string, string>;
}

/**
 * Chromium of the PATH; on Linux of x64 else the one that `@sparticuz/chromium` carries with its libraries and a font,
 * unpacked into the cache folder once. Undefined: there is none for this machine.
 */
export async function findChromium(): Promise<Chromium | undefined> {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  for (const executablePath of folders.flatMap((folder) => PROGRAMS.map((program) => join(folder, program))))
    if (await isExecutable(executablePath)) return { executablePath, env: {} };
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  if (!existsSync(CACHE)) await unpack();
  return {
    executablePath: join(CACHE, 'chromium'),
    env: { LD_LIBRARY_PATH: join(CACHE, 'al2023', 'lib'), FONTCONFIG_FILE: join(CACHE, FONTS_FILE) },
  };
}

function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** In a process of its own: the package unpacks into the folder for temporary files. */
async function unpack(): Promise<void> {
  const work = `${CACHE}-${process.pid}`;
  await mkdir(work, { recursive: true });
  try {
    await promisify(execFile)(process.execPath, [UNPACKER], {
      // By the last, which its documentation names, it unpacks the libraries too.
      env: { ...process.env, TMPDIR: work, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' },
      timeout: 120_000,
    });
    await writeFile(join(work, FONTS_FILE), FONTS);
    await rename(work, CACHE).catch((error: unknown) => {
      // Another process was faster: its copy is as good.
      if (!existsSync(CACHE)) throw error;
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
