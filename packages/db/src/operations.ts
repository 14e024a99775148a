import { Prisma } from './generated/client.ts';
import type { RawClient } from './raw-client.ts';

type Raw = Pick<RawClient, '$queryRaw' | '$executeRaw' | '$queryRawUnsafe' | '$executeRawUnsafe'>;

/** What a client can send: raw statements, and by a client that is made when a model is first used, those of models. */
export class Operations implements Raw {
  readonly $queryRaw: Raw['$queryRaw'];
  readonly $executeRaw: Raw['$executeRaw'];
  readonly $queryRawUnsafe: Raw['$queryRawUnsafe'];
  readonly $executeRawUnsafe: Raw['$executeRawUnsafe'];
  readonly #makeModels: () => object;
  #models: object | undefined;

  constructor(raw: Raw, makeModels: () => object) {
    this.$queryRaw = raw.$queryRaw.bind(raw);
    this.$executeRaw = raw.$executeRaw.bind(raw);
    this.$queryRawUnsafe = raw.$queryRawUnsafe.bind(raw);
    this.$executeRawUnsafe = raw.$executeRawUnsafe.bind(raw);
    this.#makeModels = makeModels;
  }

  get models(): object {
    this.#models ??= this.#makeModels();
    return this.#models;
  }
}

// `db.adminUser` is the model `AdminUser`.
for (const model of Object.values(Prisma.ModelName)) {
  const name = model.charAt(0).toLowerCase() + model.slice(1);
  Object.defineProperty(Operations.prototype, name, {
    get(this: Operations) {
      return Reflect.get(this.models, name);
    },
  });
}
