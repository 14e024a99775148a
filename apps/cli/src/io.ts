import type { Readable } from 'node:stream';

/** The streams of a command line: the process's own, except in tests. */
export interface Io {
  env: Record<string, string | undefined>;
  stdin: Readable;
  stdout(text: string): void;
  stderr(text: string): void;
  /** Whether a person can be prompted. */
  isTerminal: boolean;
}
