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
