// Preloaded into a process (`--require`, with `--expose-gc`): at each SIGUSR2 it prints what the process keeps, and how long its
// event loop was held up since the last time.
const { monitorEventLoopDelay } = require('node:perf_hooks');

const ROUNDS = 5;
const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();

process.on('SIGUSR2', async () => {
  const longestDelayMs = Math.round(delay.max / 1e6);
  const kept = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await collected();
    const { heapUsed, external } = process.memoryUsage();
    kept.push({ heapUsed, bytes: heapUsed + external });
  }
  kept.sort((a, b) => a.bytes - b.bytes);
  console.log(`kept ${JSON.stringify({ ...kept[Math.floor(ROUNDS / 2)], longestDelayMs })}`);
  delay.reset();
});

/** Collects until something that was thrown away has been finalised, and with it what was thrown away before. */
function collected() {
  return new Promise((resolve) => {
    let isDone = false;
    const registry = new FinalizationRegistry(() => {
      isDone = true;
      resolve(registry);
    });
    registry.register({}, undefined);
    const collect = () => {
      globalThis.gc();
      if (!isDone) setImmediate(collect);
    };
    setImmediate(collect);
  });
}
