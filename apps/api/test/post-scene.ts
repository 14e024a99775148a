import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { modules } from '@service/core';
import { createLog } from '@service/observability';
import { POST_KEY, startPost } from '../../../packages/module-sdk/examples/table-post/post.js';
import type { TestApi } from './harness.ts';

const EXAMPLE = join(
  dirname(fileURLToPath(import.meta.url)),
  '../../../packages/module-sdk/examples/table-post',
);

export type Post = Awaited<ReturnType<typeof startPost>>;

/** Table Post, with a new one for each test, loaded as a module of the API. */
export function usePost(api: TestApi): () => Post {
  let dir: string;
  let post: Post;
  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'commerce-carriers-'));
    await symlink(EXAMPLE, join(dir, 'table-post'));
  });
  beforeEach(async () => {
    post = await startPost();
    const configs = { 'table-post': { apiUrl: post.url, key: POST_KEY } };
    const options = { log: createLog({ name: 'test', level: 'silent' }), handlerTimeoutMs: 5000 };
    const { bus } = await modules.connectModules({ modulesDir: dir, configs }, options);
    api.env.services.modules = bus;
  });
  afterEach(() => post.close());
  after(() => rm(dir, { recursive: true }));
  return () => post;
}
