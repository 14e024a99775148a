import { Prisma } from './generated/client.ts';

/**
 * An object with Prisma's models. The client that has them is made when the first is used: what Prisma knows of the models,
 * and what compiles their queries, takes 20 MB.
 */
export function createModels(makeClient: () => object): object {
  let client: object | undefined;
  const models = {};
  for (const model of Object.values(Prisma.ModelName)) {
    // `db.adminUser` is the model `AdminUser`.
    const name = model.charAt(0).toLowerCase() + model.slice(1);
    Object.defineProperty(models, name, {
      enumerable: true,
      get: () => {
        client ??= makeClient();
        return Reflect.get(client, name);
      },
    });
  }
  return models;
}
