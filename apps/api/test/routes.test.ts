import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ALL_OPERATIONS, type AnyDefinition } from '@service/contract';
import { expect } from 'chai';
import { healthRoutes } from '../src/routes/health.ts';
import * as table from '../src/routes/index.ts';

const ROUTES = fileURLToPath(new URL('../src/routes', import.meta.url));
const OPERATIONS = fileURLToPath(new URL('../../../packages/contract/src/operations', import.meta.url));

/** The files of a tree, without its table of contents and without their ending: `admin/products/variants`. */
function filesOf(tree: string): string[] {
  return readdirSync(tree, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && path !== 'index.ts')
    .map((path) => path.replace(/\.ts$/, ''));
}

/** `/admin/v1/products/{productId}/variants` → `admin/products/variants/`: parameters and the version are no folders. */
function treePath(url: string): string {
  return `${url
    .split('/')
    .filter((part) => part && part !== 'v1' && !part.startsWith('{'))
    .join('/')}/`;
}

async function valuesOf(tree: string, file: string): Promise<unknown[]> {
  return Object.values(await import(join(tree, `${file}.ts`)));
}

async function operationsOf(file: string): Promise<AnyDefinition[]> {
  return (await valuesOf(OPERATIONS, file)) as AnyDefinition[];
}

async function routesOf(file: string): Promise<AnyDefinition[]> {
  if (file === 'health') return healthRoutes(UP).map(({ operation }) => operation);
  const routes = (await valuesOf(ROUTES, file)) as { operation: AnyDefinition }[][];
  return routes.flat().map(({ operation }) => operation);
}

const UP = {
  isQueueUp: async () => true,
  isDiskFull: () => false,
  checkSchema: async () => ({ fits: true }),
};

const endpoints = (operations: readonly AnyDefinition[]) => operations.map(({ endpoint }) => endpoint);

describe('the tree of the URLs', () => {
  it('has a route for every operation, once', () => {
    const routes = [...healthRoutes(UP), ...Object.values(table).flat()];

    expect(endpoints(routes.map(({ operation }) => operation))).to.have.members(endpoints(ALL_OPERATIONS));
  });

  for (const file of filesOf(OPERATIONS)) {
    it(`${file}: holds only URLs that begin with its path, none of which has a file of its own`, async () => {
      const elsewhere = filesOf(OPERATIONS).filter((each) => each.startsWith(`${file}/`));

      for (const { method, path } of await operationsOf(file)) {
        expect(treePath(path), `${method} ${path}`).to.satisfy((url: string) => url.startsWith(`${file}/`));
        for (const other of elsewhere)
          expect(treePath(path), `${method} ${path}`).not.to.satisfy((url: string) =>
            url.startsWith(`${other}/`),
          );
      }
    });

    it(`${file}: has its routes at the same path`, async () => {
      expect(endpoints(await routesOf(file))).to.have.members(endpoints(await operationsOf(file)));
    });
  }
});
