import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { modules } from '@service/core';
import { createLog } from '@service/observability';
import { POST_KEY, startPost } from '../../../packages/module-sdk/examples/table-post/post.js';
import { DESK_KEY, startDesk } from '../../../packages/module-sdk/examples/tax-desk/desk.js';
import type { TestApi } from './harness.ts';

const EXAMPLES = join(dirname(fileURLToPath(import.meta.url)), '../../../packages/module-sdk/examples');

/** Table Post, a carrier, with a new one for each test, loaded as a module of the API. */
export const usePost = (api: TestApi) => useExample(api, 'table-post', { start: startPost, key: POST_KEY });

/** Tax Desk, a tax provider, in the same way. */
export const useDesk = (api: TestApi) => useExample(api, 'tax-desk', { start: startDesk, key: DESK_KEY });

function useExample<Service extends { url: string; close(): Promise<unknown> }>(
  api: TestApi,
  name: string,
  { start, key }: { start(): Promise<Service>; key: string },
): () => Service {
  let dir: string;
  let service: Service;
  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'commerce-example-'));
    await symlink(join(EXAMPLES, name), join(dir, name));
  });
  beforeEach(async () => {
    service = await start();
    const configs = { [name]: { apiUrl: service.url, key } };
    const options = { log: createLog({ name: 'test', level: 'silent' }), handlerTimeoutMs: 5000 };
    const { bus } = await modules.connectModules({ modulesDir: dir, configs }, options);
    api.env.services.modules = bus;
  });
  afterEach(() => service.close());
  after(() => rm(dir, { recursive: true }));
  return () => service;
}
