// Loaded into a process by `--import`: SIGUSR2 starts a profile of its CPU, and once more writes it to BENCH_PROFILE.
import { renameSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';

const session = new Session();
let isOn = false;

process.on('SIGUSR2', async () => {
  if (!isOn) {
    isOn = true;
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: 500 });
    await session.post('Profiler.start');
    return;
  }
  isOn = false;
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  const path = process.env.BENCH_PROFILE;
  // It is there as a whole, or not at all.
  writeFileSync(`${path}.part`, JSON.stringify(profile));
  renameSync(`${path}.part`, path);
});
