import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { webhooks } from '../../core/src/index.ts';
import {
  createMigratedDatabase,
  deliveryRow,
  ledgerOf,
  openScene,
  recordEvent,
  recordEvents,
  type Scene,
} from '../../testing/src/index.ts';
import { runRecoveries } from '../src/index.ts';

interface Corpus {
  names: Record<string, string[]>;
  /** Grouped by verdict. */
  urls: Record<string, string[]>;
}

const CORPUS = JSON.parse(readFileSync(new URL('./address-corpus.json', import.meta.url), 'utf8')) as Corpus;

/** What the ledger says where saving would have refused. */
const ERRORS: Record<string, string> = {
  refused_address: 'refused address',
  unresolvable_host: 'host not found',
  credentials_in_url: 'invalid url',
  invalid_url: 'invalid url',
  insecure_url: 'insecure url',
};

const REFUSED = Object.entries(CORPUS.urls).filter(([verdict]) => verdict !== 'accepted');

/** What names point to; a test points them elsewhere. */
const names = new Map(Object.entries(CORPUS.names));

async function lookUpSubscriber(hostname: string) {
  return (names.get(hostname) ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
}

describe('one address guard', () => {
  let scene: Scene;
  before(async () => {
    scene = await openScene({
      databaseUrl: await createMigratedDatabase('guard'),
      settings: { allowInsecureSubscribers: false, allowedPrivateCidrs: [], lookUpSubscriber },
      urlOf: () => 'https://public.test/hook',
    });
  });
  after(() => scene.close());

  const pointTo = (url: string) =>
    scene.system.db.webhookSubscription.updateMany({ where: { id: scene.subscriptionId }, data: { url } });
  const subscriptions = () => scene.system.db.webhookSubscription.findMany();

  it('refuses every form of the corpus on creation and on change, and nothing is written', async () => {
    await pointTo('https://public.test/hook');
    const before = await subscriptions();

    for (const [verdict, urls] of REFUSED)
      for (const url of urls) {
        const created = webhooks.createSubscription(scene.store.admin, { url, events: ['order.paid'] });
        const changed = webhooks.updateSubscription(scene.store.admin, scene.subscriptionId, { url });
        for (const refusal of [created, changed])
          expect(await refusal.catch((error) => error), url).to.have.property('code', verdict);
      }

    expect(await subscriptions()).to.deep.equal(before);
  });

  it('refuses every form of the corpus at delivery, should one stand in a row', async () => {
    for (const [verdict, urls] of REFUSED)
      for (const url of urls) {
        // Postgres keeps no NUL in a text.
        if (url.includes('\0')) continue;
        await pointTo(url);
        const id = await recordEvent(scene);

        await scene.deliver(id);

        expect(await deliveryRow(scene, id), url).to.include({
          status: 'failed',
          lastError: ERRORS[verdict],
        });
        const [attempt] = await ledgerOf(scene, id);
        expect(attempt, url).to.include({ outcome: 'failed', responseCode: null, resolvedAddress: null });
      }
  });

  it('refuses a name that points inwards later, in deliveries, tests and recoveries', async () => {
    names.set('rebinding.test', ['93.184.215.14']);
    const { id: subscriptionId } = await webhooks.createSubscription(scene.store.admin, {
      url: 'https://rebinding.test/hook',
      events: ['order.shipped'],
    });
    names.set('rebinding.test', ['93.184.215.14', '169.254.169.254']);
    const errorsOf = async (id: string) => (await ledgerOf(scene, id)).map(({ error }) => error);

    const [testing] = await Promise.all([
      webhooks.testSubscription(scene.store.admin, subscriptionId, {
        event: 'order.shipped',
        waitMs: 10_000,
      }),
      (async () => {
        for (let tested = false; !tested; ) {
          const row = await scene.system.db.webhookDelivery.findFirst({ where: { subscriptionId } });
          if (row) await scene.deliver(row.id);
          tested = row !== null;
        }
      })(),
    ]);
    const delivery = await recordShipped(subscriptionId);
    await scene.deliver(delivery);
    await scene.system.db.webhookDelivery.updateMany({
      where: { id: delivery },
      data: { status: 'exhausted', nextRetryAt: null },
    });
    await webhooks.createRecovery(scene.store.admin, {
      subscriptionId,
      from: '2020-01-01T00:00:00Z',
      to: '2100-01-01T00:00:00Z',
      status: 'exhausted',
      missing: false,
      dryRun: false,
      ratePerSecond: 10,
    });
    expect(await runRecoveries(scene.system)).to.equal(1);
    await scene.deliver(delivery);
    const changed = await webhooks
      .updateSubscription(scene.store.admin, subscriptionId, { url: 'https://rebinding.test/other' })
      .catch((error) => error);

    expect(testing.attempt).to.include({ outcome: 'failed', error: 'refused address' });
    expect(await errorsOf(delivery)).to.deep.equal(['refused address', 'refused address']);
    expect(changed).to.have.property('code', 'refused_address');
    expect(scene.receiver.requests).to.have.length(0);
  });

  async function recordShipped(subscriptionId: string): Promise<string> {
    const [id = ''] = await recordEvents({ ...scene, subscriptionId }, 1, 'order.shipped');
    return id;
  }
});
