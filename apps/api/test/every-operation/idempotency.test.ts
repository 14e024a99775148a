import { randomUUID } from 'node:crypto';
import { ALL_OPERATIONS } from '@service/contract';
import { createStore } from '@service/testing';
import { expect } from 'chai';
import { snapshot } from '../table-snapshot.ts';
import { OF_THE_READER } from './operation-ids.ts';
import { useOperations } from './operations-scene.ts';

describe('every operation that takes an Idempotency-Key', () => {
  const scene = useOperations();

  for (const operation of ALL_OPERATIONS) {
    const { auth, method, path } = operation;

    describe(`${method} ${path}`, () => {
      if (operation.idempotent) {
        it('returns 400 for an Idempotency-Key that can’t be one, and writes nothing', async () => {
          const own = await createStore(scene.api.env.system);
          const { target, options } = await scene.takenRequest(operation, own);

          await scene.writesNothing(async () => {
            for (const key of ['', 'two words', 'ümlaut', 'x'.repeat(256)]) {
              const headers = { 'Idempotency-Key': key };
              (await scene.api.request(method, target, { ...options, headers })).refused('validation_failed');
            }
          });
        });

        it('is executed once for one Idempotency-Key, and returns that to repetitions', async () => {
          const own = await createStore(scene.api.env.system);
          const { target, options } = await scene.takenRequest(operation, own);
          const headers = { 'Idempotency-Key': randomUUID() };
          const send = () => scene.api.request(method, target, { ...options, headers });
          const recordsBefore = await own.admin.db.auditRecord.count();

          const answers = await Promise.all([send(), send(), send()]);
          await scene.providerAnswered(own);
          const written = await snapshot(scene.api.env);
          const repeated = await send();

          const isFirst = ({ status, headers: said }: (typeof answers)[number]) =>
            status === operation.response.status && said.get('idempotent-replayed') === null;
          expect(answers.filter(isFirst), JSON.stringify(answers)).to.have.length(1);
          const { shownOnce } = operation;
          for (const answer of answers) {
            if (answer.status === 409) {
              answer.refused('idempotency_key_in_flight');
              continue;
            }
            const body = answer.expect(operation.response.status);
            if (shownOnce && isFirst(answer)) {
              // A secret is in the first answer only.
              expect(body).to.have.property(shownOnce);
              expect(body).to.deep.equal({ ...repeated.body, [shownOnce]: body[shownOnce] });
              expect(repeated.body).not.to.have.property(shownOnce);
            } else expect(body).to.deep.equal(repeated.body);
          }
          repeated.expect(operation.response.status);
          expect(repeated.headers.get('idempotent-replayed')).to.equal('true');
          expect(repeated.headers.get('idempotent-omitted')).to.equal(operation.shownOnce ?? null);
          // The payment provider is asked after the commit, and its answer may come late.
          const {
            refunds: _refunds,
            payments: _payments,
            payment_references: _references,
            ...rows
          } = await snapshot(scene.api.env);
          expect({ ...written, ...rows }, 'rows').to.deep.equal(written);
          expect(await own.admin.db.idempotencyKey.count()).to.equal(1);
          if (auth.kind === 'admin')
            expect(await own.admin.db.auditRecord.count(), 'audit records').to.equal(
              recordsBefore + (OF_THE_READER.includes(operation.id) ? 0 : 1),
            );
          await scene.providerAnswered(own);
        });
      }
    });
  }
});
