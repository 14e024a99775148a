import { loadConfig, orExit } from '@service/config';
import { createLog } from '@service/observability';
import { serve } from './serve.ts';

const config = orExit(() => loadConfig(process.env));
const log = createLog({ name: 'api', level: config.LOG_LEVEL });

process.exit(await serve(config, log));
