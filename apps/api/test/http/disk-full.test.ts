import { createClock, createStore, queryAsOwner } from '@service/testing';
import { expect } from 'chai';
import { login } from '../admin/operators.ts';
import { startApi, type TestApi } from '../harness.ts';
import { snapshot } from '../table-snapshot.ts';

describe('a database whose disk is full', () => {
  let api: TestApi;
  const clock = createClock();

  before(async () => {
    api = await startApi({ now: clock.now });
  });

  after(() => api.close());

  /** Makes Postgres refuse new sessions as it does when there is no room. */
  async function withFullDisk(fn: () => Promise<void>): Promise<void> {
    await queryAsOwner(
      `CREATE FUNCTION fill_disk() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$`,
    );
    await queryAsOwner(
      'CREATE TRIGGER fill_disk BEFORE INSERT ON admin_sessions FOR EACH ROW EXECUTE FUNCTION fill_disk()',
    );
    try {
      await fn();
    } finally {
      await queryAsOwner('DROP FUNCTION fill_disk CASCADE');
    }
  }

  it('makes logins 503 with the reason and not 500, and /health says so until a minute after', async () => {
    const { adminEmail, adminPassword } = await createStore(api.env.system);
    const logIn = () => login(api, adminEmail, adminPassword);
    const health = () => api.request('GET', '/health');
    (await health()).expect(200);
    const before = await snapshot(api.env);

    await withFullDisk(async () => {
      const answer = await logIn();

      expect(answer.refused('dependency_unavailable').detail).to.include('disk of the database is full');
      expect(answer.headers.get('retry-after')).to.match(/^\d+$/);
      expect(await snapshot(api.env)).to.deep.equal(before);
      expect((await health()).refused('dependency_unavailable').detail).to.include('disk of the database');
    });

    (await logIn()).expect(200);
    clock.advance(60_000);
    (await health()).expect(200);
  });
});
