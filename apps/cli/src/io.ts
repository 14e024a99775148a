import type { Readable } from 'node:stream';

/** What a command line works with: the process's own, but in tests. */
export interface Io {
  env: Record<string, string | undefined>;
  stdin: Readable;
  stdout(text: string): void;
  stderr(text: string): void;
  /** Whether somebody can be asked. */
  isTerminal: boolean;
}
