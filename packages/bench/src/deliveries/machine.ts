import { cpus, loadavg } from 'node:os';

/** The machine of the figures, and how busy it was. */
export function machine(): string {
  const [model] = cpus();
  const load = loadavg().map((value) => value.toFixed(1));
  return `${cpus().length} cores (${model?.model ?? 'unknown'}), Node ${process.version}, load average ${load.join(' ')}`;
}
