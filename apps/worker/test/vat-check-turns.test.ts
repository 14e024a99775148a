import { customers, type RowRef, readDbNow } from '@service/core';
import { startRowJob, VAT_QUEUE } from '@service/jobs';
import { createStore, testQueueConnection, until, viesValid } from '@service/testing';
import { expect } from 'chai';
import { NUMBER, useVatChecks } from './vat-scene.ts';

describe('a VAT check in its turn', () => {
  const scene = useVatChecks();
  const { clock, create, get, lastCheck, run, evidence } = scene;

  it('asks two at once of one country, and another country meanwhile', async () => {
    const checks: RowRef[] = [];
    for (const number of ['DE136695976', 'DE129273398', 'DE811569869', 'FRXX123456789']) {
      await create(number);
      checks.push(lastCheck());
    }
    const releases: (() => void)[] = [];
    scene.service.answer(async (question) => {
      await new Promise<void>((resolve) => {
        releases.push(resolve);
      });
      return viesValid(question);
    });

    const running = [];
    for (const [index, check] of checks.entries()) {
      running.push(run(check));
      const asked = [1, 2, 2, 3][index] ?? 0;
      if (index === 2) expect(await running[2]).to.deep.equal(new Date(clock.now().getTime() + 1000));
      await until(() => scene.service.questions.length === asked, `${asked} questions`);
    }
    for (const release of releases) release();
    await Promise.all(running);

    expect(scene.service.questions.map(({ countryCode }) => countryCode)).to.deep.equal(['DE', 'DE', 'FR']);
    // Waiting for a slot was no attempt.
    expect(await evidence(checks[2])).to.include({ attempts: 0, status: 'pending' });
  });

  it('asks a country that hangs two at once, and sends the other checks away ever longer', async () => {
    const checks: RowRef[] = [];
    for (const number of ['DE136695976', 'DE129273398', 'DE811569869', 'DE136695976', 'DE129273398']) {
      await create(number);
      checks.push(lastCheck());
    }
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    scene.service.answer(async (question) => {
      await released;
      return viesValid(question);
    });

    const running = checks.map((check) => run(check));
    const dueAgain: Date[] = [];
    const away = running.map((each) => each.then((dueAt) => dueAt && dueAgain.push(dueAt)));
    await until(() => dueAgain.length === 3, 'three to be sent away');
    await until(() => scene.service.questions.length === 2, 'two questions');
    release();
    await Promise.all(away);

    expect(scene.service.questions).to.have.length(2);
    const waits = (await Promise.all(running)).flatMap((dueAt) =>
      dueAt ? [dueAt.getTime() - clock.now().getTime()] : [],
    );
    expect(new Set(waits).size).to.equal(3);
    const attempts = await Promise.all(checks.map(async (check) => (await evidence(check)).attempts));
    expect(attempts.toSorted()).to.deep.equal([0, 0, 0, 1, 1]);
  });

  it('waits no longer behind many checks of another store', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    scene.service.answer(async (question) => {
      await released;
      return viesValid(question);
    });
    const checkOf = async (number: string) => {
      await create(number);
      return lastCheck();
    };
    const first = [await checkOf('DE136695976'), await checkOf('DE129273398')];
    const asked = first.map((check) => run(check));
    await until(() => scene.service.questions.length === 2, 'two questions');
    for (const number of ['DE811569869', 'DE136695976', 'DE129273398']) await run(await checkOf(number));
    scene.store = await createStore(scene.domain.system);

    const dueAgain = await run(await checkOf('DE811569869'));

    expect(dueAgain).to.deep.equal(new Date(clock.now().getTime() + 1000));
    release();
    await Promise.all(asked);
  });

  it('goes through a queue of its own', async () => {
    const { id } = await create(NUMBER);
    const check = lastCheck();
    const job = startRowJob(
      scene.domain.system,
      {
        queueName: VAT_QUEUE,
        concurrency: 5,
        // What the tests before left would go first, each half a second after the other.
        findDue: async () => [],
        work: (ctx, row) => customers.runVatCheck(ctx, scene.vies, row),
      },
      {
        connection: await testQueueConnection(),
        pollIntervalMs: 600_000,
        dbNow: () => readDbNow(scene.domain.system),
      },
    );
    try {
      await until(async () => {
        job.enqueue([check]);
        return (await get(id)).vatStatus === 'valid';
      }, 'the proof');
    } finally {
      await job.close();
    }
  });

  it('finds what the queue lost', async () => {
    await create(NUMBER);
    const check = lastCheck();

    expect(await customers.findDueVatChecks(scene.domain.system, 1000)).to.deep.include(check);
    await run();
    expect(await customers.findDueVatChecks(scene.domain.system, 1000)).not.to.deep.include(check);
  });
});
