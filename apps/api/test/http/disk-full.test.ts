import { createClock, createStore, queryAsOwner } from '@service/testing';
import { expect } from 'chai';
import { login } from '../admin/operators.ts';
import { useApi } from '../harness.ts';
import { snapshot } from '../table-snapshot.ts';

describe('a database that refuses to write', () => {
  const clock = createClock();
  /** By the clock that nobody sets, in milliseconds. */
  let tick = 0;
  const api = useApi({ now: clock.now, settings: { tick: () => tick } });

  /** Makes Postgres refuse new sessions with this code. */
  async function withRefusal(code: string, fn: () => Promise<void>): Promise<void> {
    await queryAsOwner(
      `CREATE FUNCTION refuse_session() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE EXCEPTION 'refused by the test' USING ERRCODE = '${code}'; END $$`,
    );
    await queryAsOwner(
      'CREATE TRIGGER refuse_session BEFORE INSERT ON admin_sessions FOR EACH ROW EXECUTE FUNCTION refuse_session()',
    );
    try {
      await fn();
    } finally {
      await queryAsOwner('DROP FUNCTION refuse_session CASCADE');
    }
  }
  const DISK_FULL = '53100';
  const DEADLOCK = '40P01';

  it('to end a deadlock makes a login 503 that may be repeated, and not 500', async () => {
    const { adminEmail, adminPassword } = await createStore(api.env.system);
    const before = await snapshot(api.env);

    await withRefusal(DEADLOCK, async () => {
      const answer = await login(api, adminEmail, adminPassword);

      expect(answer.refused('dependency_unavailable').detail).to.include('Nothing was changed');
      expect(answer.headers.get('retry-after')).to.match(/^\d+$/);
      expect(await snapshot(api.env)).to.deep.equal(before);
    });
  });

  it('for want of room makes logins 503 with the reason, and /health says so for a minute', async () => {
    const { adminEmail, adminPassword } = await createStore(api.env.system);
    const logIn = () => login(api, adminEmail, adminPassword);
    const health = () => api.request('GET', '/health');
    (await health()).expect(200);
    const before = await snapshot(api.env);

    await withRefusal(DISK_FULL, async () => {
      const answer = await logIn();

      expect(answer.refused('dependency_unavailable').detail).to.include('disk of the database is full');
      expect(answer.headers.get('retry-after')).to.match(/^\d+$/);
      expect(await snapshot(api.env)).to.deep.equal(before);
      expect((await health()).refused('dependency_unavailable').detail).to.include('disk of the database');
    });

    (await logIn()).expect(200);
    clock.advance(3_600_000);
    (await health()).refused('dependency_unavailable');
    tick += 60_000;
    (await health()).expect(200);
  });
});
