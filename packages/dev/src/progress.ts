/** Prints one line for each step of a start: what is done, and how long it took. */
export interface Progress {
  /** A remark that belongs to no step, with its own mark in front. */
  note(line: string): void;
  /** Runs a step and prints its name with the seconds when it is done. */
  step<T>(name: string, run: () => Promise<T>): Promise<T>;
}

export function createProgress(print: (line: string) => void): Progress {
  return {
    note: (line) => print(`  ${line}`),
    step: async (name, run) => {
      const started = performance.now();
      const result = await run();
      print(`  ✓ ${name}  ${((performance.now() - started) / 1000).toFixed(1)} s`);
      return result;
    },
  };
}
