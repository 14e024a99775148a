import { customers, vat } from '@service/core';
import { HOUR_MS, MINUTE_MS } from '@service/jobs/primitives';
import { createStore, until, type ViesReply, viesError, viesInvalid, viesValid } from '@service/testing';
import { expect } from 'chai';
import fc from 'fast-check';
import { NUMBER, useVatChecks } from './vat-scene.ts';

const OTHER = 'DE129273398';

describe('VAT checks', () => {
  const scene = useVatChecks();
  const { clock, create, get, change, lastCheck, run, evidence } = scene;

  it('proves a number, and keeps the evidence', async () => {
    const { id, vatStatus } = await create('de 136.695.976');

    expect(await run()).to.equal(null);

    expect(vatStatus).to.equal('pending');
    expect(scene.service.questions).to.deep.equal([
      {
        countryCode: 'DE',
        vatNumber: '136695976',
        requesterMemberStateCode: 'DE',
        requesterNumber: '999999999',
      },
    ]);
    expect(await get(id)).to.include({
      vatStatus: 'valid',
      vatCheckedAt: clock.now().toISOString(),
      vatName: 'ENGINES GMBH',
      vatConsultationNumber: 'WAPIAAAAZbcdEfGh',
      version: 2,
    });
    expect(await evidence()).to.include({
      status: 'valid',
      source: 'vies',
      country: 'DE',
      number: '136695976',
      name: 'ENGINES GMBH',
      address: 'UNTER DEN LINDEN 1\n10117 BERLIN',
      consultationNumber: 'WAPIAAAAZbcdEfGh',
      nextAttemptAt: null,
    });
  });

  it('denies a number that is not registered', async () => {
    const { id } = await create(NUMBER);
    scene.service.answer(viesInvalid);

    expect(await run()).to.equal(null);

    expect(await get(id)).to.include({ vatStatus: 'invalid', vatName: null });
  });

  it('asks for Greece as EL and for Northern Ireland as XI', async () => {
    await create('GR094259216');
    await run();
    await create('XI110305878');
    await run();

    expect(
      scene.service.questions.map(({ countryCode, vatNumber }) => countryCode + vatNumber),
    ).to.deep.equal(['EL094259216', 'XI110305878']);
  });

  const NO_ANSWERS: [string, ViesReply, string][] = [
    ...[
      'INVALID_INPUT',
      'INVALID_REQUESTER_INFO',
      'SERVICE_UNAVAILABLE',
      'MS_UNAVAILABLE',
      'TIMEOUT',
      'VAT_BLOCKED',
      'IP_BLOCKED',
      'GLOBAL_MAX_CONCURRENT_REQ',
      'GLOBAL_MAX_CONCURRENT_REQ_TIME',
      'MS_MAX_CONCURRENT_REQ',
      'MS_MAX_CONCURRENT_REQ_TIME',
    ].flatMap((error): [string, ViesReply, string][] => [
      [`${error} with 500`, viesError(error), error],
      [`${error} with 200`, viesError(error, 200), error],
    ]),
    [
      'a fault beside a yes',
      { body: { valid: true, ...(viesError('MS_UNAVAILABLE').body as object) } },
      'MS_UNAVAILABLE',
    ],
    [
      'the older fault beside a yes',
      { body: { valid: true, userError: 'MS_UNAVAILABLE' } },
      'MS_UNAVAILABLE',
    ],
    ['a yes with an error status', { status: 500, body: { valid: true } }, 'HTTP_500'],
    ['a yes with 202', { status: 202, body: { valid: true } }, 'HTTP_202'],
    ['a redirect', { status: 302, body: '' }, 'HTTP_302'],
    ['a page', { body: '<html>valid: true</html>' }, 'HTTP_200'],
    ['nothing', { body: '' }, 'HTTP_200'],
    ['half an answer', { body: '{"valid": tr' }, 'HTTP_200'],
    ['a list', { body: [{ valid: true }] }, 'HTTP_200'],
    ['null', { body: 'null' }, 'HTTP_200'],
    ['a yes in words', { body: { valid: 'true' } }, 'NOT_UNDERSTOOD'],
    ['a yes as a number', { body: { valid: 1 } }, 'NOT_UNDERSTOOD'],
    ['no verdict', { body: { countryCode: 'DE', vatNumber: '136695976' } }, 'NOT_UNDERSTOOD'],
    ['a yes to another number', { body: { valid: true, countryCode: 'DE', vatNumber: '1' } }, 'OTHER_NUMBER'],
    [
      'a yes to another country',
      { body: { valid: true, countryCode: 'AT', vatNumber: '136695976' } },
      'OTHER_NUMBER',
    ],
    ['a no to another number', { body: { valid: false, countryCode: 'DE', vatNumber: '1' } }, 'OTHER_NUMBER'],
    ['an answer without end', { body: 'x'.repeat(1_000_000) }, 'ERR_CANCELED'],
  ];
  for (const [what, reply, error] of NO_ANSWERS) {
    it(`takes ${what} for no answer, and asks again`, async () => {
      const { id } = await create(NUMBER);
      scene.service.answer(() => reply);

      const dueAt = await run();

      expect(dueAt).to.deep.equal(new Date(clock.now().getTime() + MINUTE_MS));
      expect(await get(id)).to.include({ vatStatus: 'unavailable', vatCheckedAt: null });
      expect(await evidence()).to.include({ status: 'unavailable', lastError: error, attempts: 1 });
    });
  }

  it('takes a silent and an absent service for no answer', async () => {
    const { id } = await create(NUMBER);
    scene.service.answer(() => new Promise(() => {}));
    scene.vies = vat.createVies({ url: scene.service.url, timeoutMs: 50 });
    await run();
    expect(await evidence()).to.include({ lastError: 'ETIMEDOUT' });

    clock.advance(HOUR_MS);
    scene.vies = vat.createVies({ url: 'http://127.0.0.1:9' });
    await run();
    expect(await evidence()).to.include({ lastError: 'ECONNREFUSED', attempts: 2 });
    expect(await get(id)).to.include({ vatStatus: 'unavailable' });
  });

  it('waits longer each time, at most six hours, until there is an answer', async () => {
    const { id } = await create(NUMBER);
    scene.service.answer(() => viesError('MS_UNAVAILABLE'));
    const waits: number[] = [];

    for (let asked = 0; asked < 12; asked += 1) {
      const dueAt = (await run()) ?? clock.now();
      waits.push((dueAt.getTime() - clock.now().getTime()) / MINUTE_MS);
      // Before its time it isn't asked.
      expect(await run()).to.deep.equal(dueAt);
      clock.advance(dueAt.getTime() - clock.now().getTime());
    }
    scene.service.answer(viesValid);
    await run();

    expect(waits).to.deep.equal([1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360, 360]);
    expect(scene.service.questions).to.have.length(13);
    expect(await get(id)).to.include({ vatStatus: 'valid' });
  });

  it('asks once when two workers take the same check', async () => {
    await create(NUMBER);

    await Promise.all([run(), run(), run()]);

    expect(scene.service.questions).to.have.length(1);
  });

  it('ignores a yes that comes after the number was changed, and keeps it as evidence', async () => {
    const { id } = await create(NUMBER);
    const late = lastCheck();
    let release = () => {};
    scene.service.answer(async (question) => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      return viesValid(question);
    });
    const asking = run(late);
    await until(() => scene.service.questions.length === 1, 'the question');

    await change(id, OTHER);
    release();
    await asking;

    expect(await get(id)).to.include({ vatNumber: OTHER, vatStatus: 'pending', vatName: null });
    expect(await evidence(late)).to.include({ status: 'valid' });
  });

  it('ignores a yes that comes after the number was cleared, or set again', async () => {
    const { id } = await create(NUMBER);
    const first = lastCheck();
    let release = () => {};
    scene.service.answer(async (question) => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      return viesValid(question);
    });
    const asking = run(first);
    await until(() => scene.service.questions.length === 1, 'the question');

    await change(id, null);
    release();
    await asking;
    expect(await get(id)).to.include({ vatNumber: null, vatStatus: null });

    scene.service.answer(viesInvalid);
    await change(id, NUMBER);
    expect(await get(id)).to.include({ vatStatus: 'pending' });
  });

  it('asks nobody about a number that was replaced before its turn', async () => {
    const { id } = await create(NUMBER);
    const replaced = lastCheck();
    await change(id, OTHER);

    expect(await run(replaced)).to.equal(null);

    expect(scene.service.questions).to.deep.equal([]);
    expect(await evidence(replaced)).to.include({ status: 'superseded', nextAttemptAt: null });
    expect(await get(id)).to.include({ vatStatus: 'pending' });
  });

  it('does not let a failure that comes late end the attempt that is under way', async () => {
    const { id } = await create(NUMBER);
    const check = lastCheck();
    const releases: (() => void)[] = [];
    scene.service.answer(async (question) => {
      const isFirst = releases.length === 0;
      await new Promise<void>((resolve) => {
        releases.push(resolve);
      });
      return isFirst ? viesError('TIMEOUT') : viesValid(question);
    });
    const hanging = run(check);
    await until(() => releases.length === 1, 'the first question');
    clock.advance(2 * MINUTE_MS);
    const other = customers.runVatCheck(
      scene.domain.system,
      vat.createVies({ url: scene.service.url }),
      check,
    );
    await until(() => releases.length === 2, 'the second question');

    releases[0]?.();
    await hanging;

    expect(await get(id)).to.include({ vatStatus: 'pending' });
    expect(await evidence(check)).to.include({ status: 'pending', attempts: 2 });
    releases[1]?.();
    await other;
    expect(await get(id)).to.include({ vatStatus: 'valid' });
  });

  it('does not let a failure that comes late take an answer back', async () => {
    const { id } = await create(NUMBER);
    const check = lastCheck();
    let release = () => {};
    scene.service.answer(async () => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      return viesError('TIMEOUT');
    });
    const hanging = run(check);
    await until(() => scene.service.questions.length === 1, 'the question');
    // The lease runs out, as if that worker had died, and another one gets the answer.
    clock.advance(2 * MINUTE_MS);
    const other = vat.createVies({ url: scene.service.url });
    const before = release;
    scene.service.answer(viesValid);
    await customers.runVatCheck(scene.domain.system, other, check);

    before();
    await hanging;

    expect(await get(id)).to.include({ vatStatus: 'valid' });
    expect(await evidence(check)).to.include({ status: 'valid', nextAttemptAt: null });
  });

  it('takes an answer of the last day for another customer of the store, not of another store', async () => {
    await create(NUMBER);
    await run();
    const answeredAt = clock.now().toISOString();
    clock.advance(23 * HOUR_MS);
    const second = await create(NUMBER);
    await run();
    expect(scene.service.questions).to.have.length(1);
    expect(await get(second.id)).to.include({ vatStatus: 'valid', vatCheckedAt: answeredAt });
    expect(await evidence()).to.include({ source: 'cache' });

    scene.store = await createStore(scene.domain.system);
    await create(NUMBER);
    await run();
    expect(scene.service.questions).to.have.length(2);
  });

  it('asks again after a day, and a kept answer does not keep itself young', async () => {
    await create(NUMBER);
    await run();
    clock.advance(23 * HOUR_MS);
    await create(NUMBER);
    await run();
    clock.advance(2 * HOUR_MS);
    scene.service.answer(viesInvalid);
    const third = await create(NUMBER);

    await run();

    expect(scene.service.questions).to.have.length(2);
    expect(await get(third.id)).to.include({ vatStatus: 'invalid' });
  });

  it('asks anew when told by hand, and exempts nobody meanwhile', async () => {
    const { id } = await create(NUMBER);
    await run();
    expect(await get(id)).to.include({ vatStatus: 'valid' });

    const rechecking = await customers.recheckVat(scene.store.admin, id);
    scene.service.answer(viesInvalid);
    await run();

    expect(rechecking).to.include({ vatStatus: 'pending', vatName: null, vatConsultationNumber: null });
    expect(scene.service.questions).to.have.length(2);
    expect(await get(id)).to.include({ vatStatus: 'invalid' });
  });

  /** What may happen to one customer, in any order, with any number of checks under way. */
  type Step =
    | { kind: 'set'; number: string | null }
    | { kind: 'recheck' }
    | { kind: 'answer'; which: number; reply: 'valid' | 'invalid' | 'error' }
    | { kind: 'wait' };

  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({
      kind: fc.constant('set' as const),
      number: fc.constantFrom(NUMBER, OTHER, 'FRXX123456789', 'GB110305878', 'x', null),
    }),
    fc.record({ kind: fc.constant('recheck' as const) }),
    fc.record({
      kind: fc.constant('answer' as const),
      which: fc.nat(5),
      reply: fc.constantFrom('valid' as const, 'invalid' as const, 'error' as const),
    }),
    fc.record({ kind: fc.constant('wait' as const) }),
  );

  it('exempts, in any order of changes and answers, only a number that VIES confirmed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        scene.store = await createStore(scene.domain.system);
        scene.domain.enqueuedVatChecks.length = 0;
        const { id } = await create(NUMBER);
        const proven = new Set<string>();

        for (const next of steps) {
          if (next.kind === 'set') await change(id, next.number);
          if (next.kind === 'recheck')
            await customers.recheckVat(scene.store.admin, id).catch(() => undefined);
          if (next.kind === 'wait') clock.advance(25 * HOUR_MS);
          if (next.kind === 'answer') {
            const check = scene.domain.enqueuedVatChecks[next.which % scene.domain.enqueuedVatChecks.length];
            scene.service.answer((question) => {
              const name = question.countryCode + question.vatNumber;
              if (next.reply === 'error') return viesError('MS_UNAVAILABLE');
              if (next.reply === 'invalid') proven.delete(name);
              else proven.add(name);
              return next.reply === 'valid' ? viesValid(question) : viesInvalid(question);
            });
            await run(check);
          }
          const { vatStatus, vatNumber } = await get(id);
          if (vatStatus === 'valid') expect(proven).to.include(vatNumber);
        }
      }),
      { numRuns: 25 },
    );
  });
});
