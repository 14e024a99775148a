import { randomUUID } from 'node:crypto';
import { ALL_OPERATIONS, PERMISSIONS } from '@service/contract';
import { createStore, signAdminToken } from '@service/testing';
import { expect } from 'chai';
import { callThroughClient } from '../client-calls.ts';
import { idsOf, OF_THE_READER, TAKEN_BODIES } from './operation-ids.ts';
import { useOperations } from './operations-scene.ts';

/** These change nothing. */
const WITHOUT_EFFECT = ['previewRefund', 'previewOrderChange', 'previewMail', 'testFilter'];

/** The ledger is the record of these. */
const OF_THE_LEDGER = ['claimDeliveries', 'reportOutcomes'];

/** Changes that this walk can't make: they need an operator, a paid order, a file, a worker, or a record in DNS. They call recordChange like all others. */
const NOT_AUDITED = new Set<string>([
  'changeOperatorPassword',
  'beginSecondFactor',
  'confirmSecondFactor',
  'removeSecondFactor',
  'endOwnSession',
  'endOwnSessions',
  'shipOrder',
  'refundOrder',
  'createReturn',
  'receiveReturn',
  'refundReturn',
  'exchangeReturn',
  'eraseBuyer',
  'importProducts',
  'importCustomers',
  'importFormerOrders',
  'importRedirects',
  'uploadPicture',
  'testSubscription',
  'sendTestMail',
  ...OF_THE_LEDGER,
  ...WITHOUT_EFFECT,
  'verifyStoreHost',
  ...OF_THE_READER,
]);

describe('every operation, called by @service/client-js', () => {
  const scene = useOperations();

  for (const operation of ALL_OPERATIONS) {
    const { auth, method, path } = operation;

    describe(`${method} ${path}`, () => {
      if (auth.kind === 'admin' && method !== 'GET' && !NOT_AUDITED.has(operation.id)) {
        it('leaves an audit record without a secret when @service/client-js calls it', async () => {
          const own = await createStore(scene.api.env.system);
          const ids = idsOf(own);
          const sub = randomUUID();
          const token = signAdminToken({ sub, tenantId: own.tenantId, permissions: PERMISSIONS });

          const { value, notices } = await callThroughClient(
            { api: scene.api, store: own, ids, bodies: TAKEN_BODIES, token },
            operation,
          );

          const records = await own.admin.db.auditRecord.findMany({ where: { actor: `admin:${sub}` } });
          expect(records, `audit records of ${operation.id}: call recordChange(tx, …)`).to.not.be.empty;
          expect(records[0]?.requestId).to.equal(notices[0]?.requestId);
          const secrets = Object.entries(value ?? {}).filter(
            ([name, each]) => /secret|token|^key$/i.test(name) && typeof each === 'string',
          );
          for (const [name, secret] of secrets) expect(JSON.stringify(records), name).to.not.include(secret);
        });
      }

      if (auth.kind !== 'admin' || method === 'GET' || NOT_AUDITED.has(operation.id)) {
        it('is called by @service/client-js, which decodes the response', async () => {
          const own = method === 'GET' ? scene.store : await createStore(scene.api.env.system);
          const ids = method === 'GET' ? scene.foreign : idsOf(own);

          const { value, notices } = await callThroughClient(
            { api: scene.api, store: own, ids, bodies: TAKEN_BODIES },
            operation,
          );

          const { status, schema, contentType, contentTypes } = operation.response;
          expect(notices.map((notice) => notice.status)).to.deep.equal([status]);
          if (contentType) expect(value).to.be.instanceOf(Uint8Array);
          else if (contentTypes) expect(value).to.be.instanceOf(ReadableStream);
          else if (schema) expect(value).to.be.an(schema.type ?? 'object');
          else expect(value).to.equal(undefined);
        });
      }
    });
  }
});
