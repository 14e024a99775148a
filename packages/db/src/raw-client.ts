import { getPrismaClient } from '@prisma/client/runtime/client';
import { Prisma, type PrismaClient } from './generated/client.ts';

/** Of Node's own, which has no types for it. */
declare const WebAssembly: { Module: new (bytes: Uint8Array) => object };

/** What needs no model. */
export type RawClient = Pick<
  PrismaClient,
  '$queryRaw' | '$executeRaw' | '$queryRawUnsafe' | '$executeRawUnsafe' | '$extends' | '$disconnect'
>;

/**
 * Prisma's client of a schema without models. It takes next to no memory, where the models and what compiles their queries
 * take 20 MB. Prisma loads a query compiler before the first raw statement too, which it doesn't need: here that is a
 * module with an empty function. Prisma keeps one compiler for each provider; CockroachDB speaks with the same adapter.
 */
export const RawClient = getPrismaClient({
  runtimeDataModel: { models: {}, enums: {}, types: {} },
  previewFeatures: [],
  clientVersion: Prisma.prismaVersion.client,
  engineVersion: Prisma.prismaVersion.engine,
  activeProvider: 'cockroachdb',
  inlineSchema: '',
  parameterizationSchema: { strings: [], graph: 'AAAA' },
  compilerWasm: {
    getRuntime: async () => ({ __wbg_set_wasm() {}, QueryCompiler: NoCompiler }),
    getQueryCompilerWasmModule: async () => new WebAssembly.Module(EMPTY_START),
    importName: 'none',
  },
}) as unknown as new (
  options: Prisma.PrismaClientOptions,
) => RawClient;

/** `(module (func (export "__wbindgen_start")))` */
const EMPTY_START = Buffer.from('AGFzbQEAAAABBAFgAAADAgEABxQBEF9fd2JpbmRnZW5fc3RhcnQAAAoEAQIACw==', 'base64');

class NoCompiler {
  compile(): never {
    throw new Error('A client without models sends raw statements only');
  }
  compileBatch(): never {
    return this.compile();
  }
  free(): void {}
}
