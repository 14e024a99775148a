import type { Io } from './io.ts';

export const ERASE_LINE = '\r\x1b[K';
const WIDTH = 24;

/** The last line of a terminal, which shows the current step; each step replaces the previous one. Nothing is shown elsewhere. */
export function createProgressLine({ isTerminal, stderr }: Io) {
  let shown = '';
  return {
    /** `done` is the finished part, from 0 to 1, if it is known. */
    show(text: string, done?: number): void {
      if (!isTerminal) return;
      const line = done === undefined ? text : `${barOf(done)} ${text}`;
      if (line === shown) return;
      stderr(`${ERASE_LINE}${line}`);
      shown = line;
    },
    erase(): void {
      if (shown !== '') stderr(ERASE_LINE);
      shown = '';
    },
  };
}

function barOf(done: number): string {
  const filled = Math.floor(WIDTH * done);
  return `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${Math.floor(100 * done)} %`;
}
