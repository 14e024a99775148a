// The memory of one worker process over many deliveries: `npm run bench delivery-memory [count]`, 200,000 by default, of 50 stores and
// with a job each. A line for each tenth: resident memory, and the smallest heap in use that was seen, which is what a
// collection left. It fails when the second half needed a tenth more than the part of the first that came after the warm-up.
import { freePort, startServiceProcess } from '@service/testing';
import { machine } from './deliveries/machine.ts';
import { startProgram } from './deliveries/program.ts';
import { openShop } from './deliveries/shop.ts';

const COUNT = Number(process.argv[2] ?? 200_000);
const STORES = 50;
const STEPS = 10;
const LOOK_EVERY_MS = 200;
const MAY_GROW = 1.1;

interface Step {
  rssMb: number;
  heapMb: number;
}

const shop = await openShop();
const receiver = await startProgram<{ port: number }>('receiver');
process.stdout.write(`${machine()}; ${COUNT} deliveries of ${STORES} stores\n`);
for (let made = 0; made < STORES; made += 1) {
  const store = await shop.store(`http://127.0.0.1:${receiver.said.port}/${made}`);
  await shop.queue.add(await store.fill(COUNT / STORES));
}
const port = await freePort();
const startedAt = performance.now();
const worker = await startServiceProcess('worker', { ...shop.workerEnv, METRICS_PORT: String(port) });

const steps: Step[] = [];
let step: Step = { rssMb: 0, heapMb: Number.POSITIVE_INFINITY };
while (steps.length < STEPS) {
  const { rssMb, heapMb } = await memory();
  step = { rssMb: Math.max(step.rssMb, rssMb), heapMb: Math.min(step.heapMb, heapMb) };
  const { seen } = await receiver.ask<{ seen: number }>({ ask: 'seen' });
  if (seen >= ((steps.length + 1) * COUNT) / STEPS) {
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    process.stdout.write(
      `${String(seen).padStart(8)} after ${String(seconds).padStart(4)} s: resident ${Math.round(step.rssMb)} MB, heap ${Math.round(step.heapMb)} MB\n`,
    );
    steps.push(step);
    step = { rssMb: 0, heapMb: Number.POSITIVE_INFINITY };
  }
  await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
}
await worker.stop();
receiver.stop();
await shop.close();

// The first fifth loads code, opens connections and lets the heap find its size.
const before = largest(steps.slice(STEPS / 5, STEPS / 2));
const after = largest(steps.slice(STEPS / 2));
const isFlat = after.rssMb < MAY_GROW * before.rssMb && after.heapMb < MAY_GROW * before.heapMb;
process.stdout.write(
  `${isFlat ? 'Flat' : 'NOT flat'}: second half ${Math.round(after.rssMb)} MB resident and ${Math.round(after.heapMb)} MB of heap, before that ` +
    `${Math.round(before.rssMb)} MB and ${Math.round(before.heapMb)} MB\n`,
);
process.exitCode = isFlat ? 0 : 2;

function largest(parts: Step[]): Step {
  return {
    rssMb: Math.max(...parts.map(({ rssMb }) => rssMb)),
    heapMb: Math.max(...parts.map(({ heapMb }) => heapMb)),
  };
}

async function memory(): Promise<Step> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const read = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]) / 2 ** 20;
  return { rssMb: read('process_resident_memory_bytes'), heapMb: read('nodejs_heap_size_used_bytes') };
}
