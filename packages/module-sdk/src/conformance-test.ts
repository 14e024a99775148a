/** A test of a conformance suite, for any test runner. */
export interface ConformanceTest {
  name: string;
  run(): Promise<void>;
}

interface Scene {
  close?(): Promise<void> | void;
}

/** Returns what makes the tests of a suite. Each opens a scene of its own, and closes it. */
export function testsIn<Opened extends Scene>(open: () => Promise<Opened> | Opened) {
  return (name: string, run: (scene: Opened) => Promise<void>): ConformanceTest => ({
    name,
    async run() {
      const scene = await open();
      try {
        await run(scene);
      } finally {
        await scene.close?.();
      }
    },
  });
}
