import { loadConfig, orExit } from '@service/config';
import { createLog } from '@service/observability';
import { work } from './work.ts';

const config = orExit(() => loadConfig(process.env));
const log = createLog({ name: 'worker', level: config.LOG_LEVEL });
process.exit(await work(config, log));
