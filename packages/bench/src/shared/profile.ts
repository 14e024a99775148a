import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A profile as Node’s inspector writes it; times in microseconds. */
export interface Profile {
  nodes: {
    id: number;
    callFrame: { functionName: string; url: string; lineNumber: number };
    children?: number[];
  }[];
  /** By the clock that `process.hrtime` reads. */
  startTime: number;
  samples: number[];
  timeDeltas: number[];
}

type Pattern = readonly [RegExp, layer: string];

export interface Layers {
  /** The first that fits a file’s path says its layer. */
  files: readonly Pattern[];
  /** The layer of all other files. */
  rest: string;
  /** Parts of Node that are layers of their own, unless one of `files` called them. Other work of Node counts for its caller. */
  partsOfNode?: readonly Pattern[];
}

/** A path that doesn’t begin so is Node’s own. */
const OWN = /^(file:|\/)/;

/** The part of the busy time that each layer took itself, 0 to 1. `from`, `to`: microseconds by the clock of the profile. */
export function sharesOf(
  profile: Profile,
  { files, rest, partsOfNode = [] }: Layers,
  { from = 0, to = Number.POSITIVE_INFINITY }: { from?: number; to?: number } = {},
): Map<string, number> {
  const parents = new Map(
    profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])),
  );
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const fileOf = createFileFinder();
  const layerOf = (id: number | undefined, ofNode?: string): string => {
    const node = id === undefined ? undefined : nodes.get(id);
    if (!node) return ofNode ?? 'Node';
    const { functionName, url, lineNumber } = node.callFrame;
    if (functionName === '(garbage collector)') return 'garbage collection';
    if (OWN.test(url)) return find(files, fileOf(url, lineNumber)) ?? ofNode ?? rest;
    return layerOf(parents.get(node.id), ofNode ?? find(partsOfNode, url));
  };
  const idle = new Set(profile.nodes.filter(({ callFrame }) => isIdle(callFrame)).map(({ id }) => id));
  const layers = new Map(profile.nodes.map(({ id }) => [id, layerOf(id)]));
  const took = new Map<string, number>();
  let busy = 0;
  let at = profile.startTime;
  for (const [index, id] of profile.samples.entries()) {
    const us = profile.timeDeltas[index] ?? 0;
    at += us;
    const layer = layers.get(id);
    if (idle.has(id) || !layer || at < from || at > to) continue;
    busy += us;
    took.set(layer, (took.get(layer) ?? 0) + us);
  }
  return new Map([...took].map(([layer, us]) => [layer, us / busy]));
}

function find(patterns: readonly Pattern[], path: string): string | undefined {
  return patterns.find(([pattern]) => pattern.test(path))?.[1];
}

/** Idle, or busy with nothing but the profile itself. */
function isIdle({ functionName, url }: Profile['nodes'][number]['callFrame']): boolean {
  return url === '' && (functionName === '(idle)' || functionName === 'dispatch');
}

/** A program that was bundled. */
const PROGRAM = /\/commerce-apps-\w+\/[^/]+\.mjs$/;

/** A bundle says in a comment where each of its sources begins. */
function createFileFinder() {
  const sources = new Map<string, { line: number; file: string }[]>();
  return (url: string, line: number): string => {
    if (!PROGRAM.test(url)) return url;
    const known = sources.get(url) ?? sourcesIn(url);
    sources.set(url, known);
    return known.findLast((source) => source.line <= line)?.file ?? url;
  };
}

function sourcesIn(url: string): { line: number; file: string }[] {
  const lines = readFileSync(fileURLToPath(url), 'utf8').split('\n');
  return lines.flatMap((text, line) => {
    const file = /^(?: {2})?\/\/ ((?:apps|packages|node_modules)\/\S+\.[cm]?[jt]s)$/.exec(text)?.[1];
    return file ? [{ line, file }] : [];
  });
}
