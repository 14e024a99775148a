import { loadConfig, orExit } from '@service/config';
import { createLog } from '@service/observability';
import { prepareProcess } from '@service/observability/prepare';

prepareProcess();
const config = orExit(() => loadConfig(process.env));
const log = createLog({ name: 'worker', level: config.LOG_LEVEL });

// Loaded here because the process is prepared for it.
const { work } = await import('./work.ts');
process.exit(await work(config, log));
