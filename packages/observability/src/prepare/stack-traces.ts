import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

/** `file:///…/main.js:12:34` at the end of a call site, unless it is in another's package. */
const PLACE = /(file:\/\/(?!\S*\/node_modules\/)\S+):(\d+):(\d+)(?=\)?$)/;

/**
 * Makes stack traces name the lines of the source. Node's `--enable-source-maps` keeps the maps of all files, of other
 * packages too, from the start; here a map is read when the first trace through its file is.
 */
export function mapStackTraces(): void {
  const maps = new Map<string, SourceMap | undefined>();
  const mapOf = (url: string) => {
    if (!maps.has(url)) maps.set(url, readMap(url));
    return maps.get(url);
  };
  Error.prepareStackTrace = (error, sites) =>
    [
      Error.prototype.toString.call(error),
      ...sites.map((site) => `at ${toSource(String(site), mapOf)}`),
    ].join('\n    ');
}

function toSource(site: string, mapOf: (url: string) => SourceMap | undefined): string {
  return site.replace(PLACE, (place, url: string, line: string, column: string) => {
    const origin = mapOf(url)?.findOrigin(Number(line), Number(column));
    if (!origin || !('fileName' in origin)) return place;
    return `${new URL(origin.fileName, url).href}:${origin.lineNumber}:${origin.columnNumber}`;
  });
}

function readMap(url: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(url)}.map`, 'utf8')));
  } catch {
    // Failure policy: most files have no map, and a trace without one is better than none.
    return undefined;
  }
}
