import { EVENTS, type EventName } from '@service/contract';
import { queryAsOwner } from '@service/testing';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import type { Answer } from '../../client.ts';
import type { TestApi } from '../../harness.ts';
import { ajv } from '../../response-bodies.ts';
import type { Shop } from '../../store/shop.ts';
import { writesNothing } from '../../table-snapshot.ts';

/** Who makes a change, as whole events name them. */
export interface Actor {
  type: string;
  id: string | null;
}

export interface Change {
  by: Actor;
  /** Everything that the change records. */
  tells: readonly EventName[];
  /** The same by somebody who may not, or before it is due: it writes nothing. */
  refused(): Promise<unknown>;
  /** Makes it due. */
  prepare?(): Promise<unknown>;
  /** Of a request its response; a job has none. */
  make(): Promise<Answer | undefined>;
  /** For a job that keeps count of its failures. */
  keepsFailures?: boolean;
}

interface Told {
  event: EventName;
  data: { actor: Actor; changes: object[] | null };
}

/** Everything that listens to a shop gets, whole and thin, while changes are made. */
export function createEventWitness(api: TestApi, shop: Shop, databaseUrl: string) {
  const ids = { full: '', thin: '' };
  /** All that was told, by whom, and whether what changed. */
  const told: { event: EventName; by: string; hasChanges: boolean }[] = [];

  async function claim(payload: 'full' | 'thin'): Promise<Told[]> {
    const path = `/webhooks/subscriptions/${ids[payload]}`;
    const { items } = (await shop.admin('POST', `${path}/claims`, { limit: 100 })).expect(200);
    const outcomes = items.map(({ deliveryId }: { deliveryId: string }) => ({
      deliveryId,
      responseCode: 200,
      durationMs: 1,
    }));
    if (items.length > 0) (await shop.admin('POST', `${path}/outcomes`, { outcomes })).expect(200);
    return items.map(({ body }: { body: string }) => JSON.parse(body));
  }

  return {
    told,

    /** What comes before isn't told. */
    async listen(): Promise<void> {
      for (const payload of ['full', 'thin'] as const) {
        const body = { kind: 'pull', events: ['*', 'webhook.*'], payload };
        ids[payload] = (await shop.admin('POST', '/webhooks/subscriptions', body)).expect(201).id;
      }
    },

    /** What came meanwhile isn't told either. */
    async forget(): Promise<void> {
      await Promise.all([claim('full'), claim('thin')]);
    },

    /**
     * Has the change refused, then fail where its event would be recorded, and then made. Only what is made is told: each event
     * once, to all who listen, and by whom.
     */
    async sees({ by, tells, refused, prepare, make, keepsFailures }: Change): Promise<Answer | undefined> {
      await writesNothing(api.env, refused);
      await prepare?.();
      if (!keepsFailures) await writesNothing(api.env, () => withoutEvents(databaseUrl, make));

      const answer = await make();

      const [whole, thin] = [await claim('full'), await claim('thin')];
      expect(whole.map(({ event }) => event)).to.have.members(tells);
      for (const { event, data } of whole) expect(data.actor, event).to.deep.equal(by);
      expect(thin.map(({ event }) => event)).to.have.members(tells);
      for (const envelope of thin) assertThin(envelope);
      told.push(
        ...whole.map(({ event, data }) => ({ event, by: by.type, hasChanges: data.changes !== null })),
      );
      return answer;
    },
  };
}

/**
 * Makes PostgreSQL refuse events: a change that can't be told of isn't made. Those of each store, because a job takes what is due of
 * all of them.
 */
async function withoutEvents(databaseUrl: string, make: Change['make']): Promise<void> {
  await queryAsOwner(
    `CREATE FUNCTION refuse_event() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused by the test'; END $$;
     CREATE TRIGGER refuse_event BEFORE INSERT ON webhook_events FOR EACH ROW EXECUTE FUNCTION refuse_event()`,
    [],
    databaseUrl,
  );
  try {
    const answer = await make();
    answer?.refused('internal_error');
  } finally {
    await queryAsOwner('DROP FUNCTION refuse_event CASCADE', [], databaseUrl);
  }
}

/** The envelope of the specification, and the members of the catalogue: receivers take more, but get no more. */
function assertThin(envelope: Told): void {
  const isThin = thinValidatorOf(envelope.event);
  expect(isThin(envelope), `${JSON.stringify(envelope)}: ${ajv.errorsText(isThin.errors)}`).to.equal(true);
}

const thinValidators = new Map<EventName, ValidateFunction>();

function thinValidatorOf(event: EventName): ValidateFunction {
  const known = thinValidators.get(event);
  if (known) return known;
  const validate = ajv.compile({
    type: 'object',
    additionalProperties: false,
    required: ['id', 'event', 'occurredAt', 'data'],
    properties: {
      id: { type: 'string', format: 'uuid' },
      event: { const: event },
      occurredAt: { type: 'string', format: 'date-time' },
      data: { ...EVENTS[event].payload, additionalProperties: false },
    },
  });
  thinValidators.set(event, validate);
  return validate;
}
