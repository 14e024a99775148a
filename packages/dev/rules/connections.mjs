import { isService } from './places.mjs';

const DRIVERS = /^(pg|ioredis|bullmq)$|\/generated\/client\.ts$|\/servers\.ts$/;
const ERRORS = /Error$|^UnrecoverableError$/;

export const connections = {
  name: 'connections',
  message:
    'opens a connection of PostgreSQL, Redis or BullMQ: packages/db and packages/jobs do, with deadlines',
  appliesTo: isService,
  find({ ofType, moduleOf, imports }) {
    const isDriver = (node) => node && DRIVERS.test(moduleOf(node) ?? '') && !ERRORS.test(nameOf(node));
    return [
      ...ofType('NewExpression').filter(({ callee }) => isDriver(callee)),
      ...ofType('ClassDeclaration', 'ClassExpression').filter(({ superClass }) => isDriver(superClass)),
      ...ofType('CallExpression').filter(
        ({ callee }) => /^(create|connect)/.test(nameOf(callee)) && isDriver(callee),
      ),
      // What is imported only when it is needed may be called by any name.
      ...imports.filter(({ node, module }) => node.type === 'ImportExpression' && DRIVERS.test(module)),
    ].map((found) => found.node ?? found);
  },
  allowed: {
    'packages/db/src/listener.ts#createListener': 'one that hears notifications, with deadlines of its own',
    'packages/db/src/models.ts#openNext': 'Prisma on connections of the pool',
    'packages/db/src/open.ts#openDatabase': 'names the server of the pool',
    'packages/db/src/owner.ts#withOwner': 'one connection of the owner, for migrations and backups',
    'packages/db/src/replica.ts#openProbe':
      'one connection that asks a replica how far it is, with a deadline',
    'packages/db/src/runtime-login.ts#canConnect': 'one connection that tries a login',
    'packages/db/src/servers.ts':
      'the driver’s client, and one that asks several servers first, with a deadline',
    'packages/db/src/transaction-pool.ts': 'the pool of a process',
    'packages/jobs/src/connection.ts#postgresBackend': 'BullMQ on PostgreSQL, for a machine without Redis',
    'packages/jobs/src/open-queue.ts#openQueue': 'the producer',
    'packages/jobs/src/open-redis.ts#openRedis':
      'every connection of Redis, with the deadlines that its caller names',
    'packages/jobs/src/postgres-queue.ts#queueProblem': 'one look at its tables, with a deadline',
    'packages/jobs/src/worker.ts#startWorker': 'the consumer',
  },
};

/** `Pool` of `Pool` and of `pg.Pool`. */
function nameOf(node) {
  return node.name ?? node.property?.name ?? '';
}
