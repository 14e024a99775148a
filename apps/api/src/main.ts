import cluster from 'node:cluster';
import { loadConfig, orExit } from '@service/config';
import { createLog } from '@service/observability';

const config = orExit(() => loadConfig(process.env));
const log = createLog({ name: 'api', level: config.LOG_LEVEL });
const hasChildren = config.WEB_CONCURRENCY > 1 && cluster.isPrimary;

// Loaded here because the supervising process serves no requests itself.
const run = hasChildren ? (await import('./supervise.ts')).supervise : (await import('./serve.ts')).serve;
process.exit(await run(config, log));
