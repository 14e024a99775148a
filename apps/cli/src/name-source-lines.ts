import { readFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

/** A position in a built program: `file:///app/apps/api/dist/main.js:12:34`, as in a stack trace. */
const PLACE = /(file:\/\/[^\s"'()]+?\.js):(\d+):(\d+)/g;

/**
 * Returns the text with each position in a built program replaced by that in its source. The processes don't do this themselves:
 * their maps would take 40 MB, and a third of a second in the first request that fails.
 */
export async function nameSourceLines(text: string): Promise<string> {
  const urls = new Set([...text.matchAll(PLACE)].map(([, url = '']) => url));
  const maps = new Map<string, SourceMap | undefined>();
  for (const url of urls) maps.set(url, await readMap(url));
  return text.replace(PLACE, (place, url: string, line: string, column: string) => {
    const origin = maps.get(url)?.findOrigin(Number(line), Number(column));
    if (!origin || !('fileName' in origin)) return place;
    return `${new URL(origin.fileName, url).href}:${origin.lineNumber}:${origin.columnNumber}`;
  });
}

async function readMap(url: string): Promise<SourceMap | undefined> {
  try {
    return new SourceMap(JSON.parse(await readFile(`${fileURLToPath(url)}.map`, 'utf8')));
  } catch {
    // Failure policy: a position whose map is missing or broken stays as it is, and the others are replaced.
    return undefined;
  }
}
