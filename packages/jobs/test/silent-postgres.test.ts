import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import {
  createMigratedDatabase,
  openSilentWire,
  queryAsOwner,
  type SilentWire,
  until,
} from '../../testing/src/index.ts';
import { openRowQueue, startRowWorker } from '../src/index.ts';

describe('a queue in PostgreSQL whose connections say nothing more', () => {
  let databaseUrl: string;
  let wire: SilentWire;

  before(async () => {
    databaseUrl = await createMigratedDatabase('silent_queue');
    wire = await openSilentWire(databaseUrl);
  });
  after(() => wire.close());

  it('is used on new connections by producer and consumer', async () => {
    const name = `rows-${randomUUID()}`;
    const connection = { kind: 'postgres', url: wire.url } as const;
    const onError = () => {};
    const done: string[] = [];
    const work = async ({ id }: { id: string }) => {
      done.push(id);
      return null;
    };
    const queue = openRowQueue(name, connection, onError);
    const worker = startRowWorker({ name, connection, concurrency: 2, onError, work });
    const [tenantId, before, after] = [randomUUID(), randomUUID(), randomUUID()];
    await queue.add([{ tenantId, id: before }]);
    await until(() => done.includes(before), 'the job before the silence');
    await until(isListening, 'the consumer to listen for jobs');

    wire.silence();
    const add = () =>
      queue.add([{ tenantId, id: after }]).then(
        () => true,
        () => false,
      );

    await until(add, 'a job to be added');
    await until(() => done.includes(after), 'the job after the silence');
    expect(done.filter((id) => id === after)).to.have.length(1);
    await worker.close();
    await queue.close();
  });

  async function isListening(): Promise<boolean> {
    const listeners = await queryAsOwner(
      `SELECT 1 FROM pg_stat_activity
       WHERE datname = current_database() AND state = 'idle' AND query ~ '(^|\\n)LISTEN '`,
      [],
      databaseUrl,
    );
    return listeners.length > 0;
  }
});

describe('a queue in PostgreSQL', () => {
  let databaseUrl: string;
  let errors: string[];
  let done: string[];
  const onError = ({ message }: Error) => errors.push(message);

  beforeEach(async () => {
    databaseUrl = await createMigratedDatabase('failing_queue');
    [errors, done] = [[], []];
  });

  function open(name = `rows-${randomUUID()}`) {
    const connection = { kind: 'postgres', url: databaseUrl } as const;
    const queue = openRowQueue(name, connection, onError);
    const add = (id: string) =>
      queue.add([{ tenantId: randomUUID(), id }]).then(
        () => true,
        () => false,
      );
    const work = async ({ id }: { id: string }) => {
      done.push(id);
      return null;
    };
    const startConsumer = () => startRowWorker({ name, connection, concurrency: 2, onError, work });
    return { add, startConsumer, close: queue.close };
  }

  async function acceptConnections(accepts: boolean): Promise<void> {
    const { pathname } = new URL(databaseUrl);
    const server = new URL('/postgres', databaseUrl).href;
    await queryAsOwner(`ALTER DATABASE "${pathname.slice(1)}" ALLOW_CONNECTIONS ${accepts}`, [], server);
  }

  it('is used by producer and consumer whose first connections were refused', async () => {
    await acceptConnections(false);
    const queue = open();
    await until(() => errors.length > 0, 'the producer to be refused');
    errors = [];
    const consumer = queue.startConsumer();
    await until(() => errors.length > 0, 'the consumer to be refused');
    await acceptConnections(true);
    const id = randomUUID();

    await until(() => queue.add(id), 'a job to be added');
    await until(() => done.includes(id), 'the job');
    await consumer.close();
    await queue.close();
  });

  it('is asked again after what fails, which is reported once', async () => {
    const queue = open();
    const id = randomUUID();
    await until(() => queue.add(id), 'a job to be added');
    await queryAsOwner('ALTER TABLE bullmq.job RENAME TO away', [], databaseUrl);
    const consumer = queue.startConsumer();
    await until(() => errors.length > 0, 'the consumer to fail');
    await queryAsOwner('ALTER TABLE bullmq.away RENAME TO job', [], databaseUrl);

    await until(() => done.includes(id), 'the job');
    expect(errors).to.deep.equal([...new Set(errors)]);
    await consumer.close();
    await queue.close();
  });
});
