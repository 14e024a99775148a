import { ALL_OPERATIONS, isPermitted, PERMISSIONS } from '@service/contract';
import { expect } from 'chai';
import { useOperations } from './operations-scene.ts';

describe('every operation, for who may not call it', () => {
  const scene = useOperations();

  for (const operation of ALL_OPERATIONS) {
    const { auth, method, path, body, params } = operation;
    const example = body ? { body: operation.examples.body } : {};

    describe(`${method} ${path}`, () => {
      if (auth.kind !== 'public' && auth.kind !== 'provider-signature') {
        it('returns 401 without a credential, and writes nothing', () =>
          scene.writesNothing(async () => {
            (await scene.api.request(method, scene.url(operation), example)).refused('unauthenticated');
          }));

        it('returns 401 with the credential of another interface, and writes nothing', () =>
          scene.writesNothing(async () => {
            const wrong =
              auth.kind === 'store'
                ? { token: scene.store.token() }
                : { key: scene.store.publishableKey, token: scene.store.publishableKey };

            (await scene.api.request(method, scene.url(operation), { ...wrong, ...example })).refused(
              'unauthenticated',
            );
          }));
      }

      if (auth.kind === 'admin' && auth.permission) {
        const needed = auth.permission;
        it(`returns 403 with every permission but ${auth.permission}, and writes nothing`, () =>
          scene.writesNothing(async () => {
            const token = scene.store.token(PERMISSIONS.filter((each) => !isPermitted([each], needed)));

            const answer = await scene.api.request(method, scene.url(operation), { token, ...example });

            expect(answer.refused('permission_missing').detail).to.include(auth.permission);
          }));
      }

      if (params && (auth.kind === 'admin' || auth.kind === 'store' || auth.kind === 'customer')) {
        it('returns 404 for the ids of another store as for unknown ones, and writes nothing', async () => {
          const ids = await scene.foreign(operation.id);
          expect(ids, `ids of ${operation.id}`).to.have.all.keys(Object.keys(params.properties));

          await scene.writesNothing(async () => {
            for (const target of [scene.url(operation, ids), scene.url(operation)]) {
              const answer = await scene.api.request(method, target, {
                ...scene.credential(operation, scene.other),
                ...example,
              });
              answer.refused('not_found');
            }
          });
        });
      }

      if (auth.kind === 'admin' && !auth.permission) {
        it('needs no permission: it is about the caller, or each of its parts needs its own', () => {
          expect(operation.id).to.be.oneOf([
            'getCurrentAdmin',
            'changeOperatorPassword',
            'beginSecondFactor',
            'confirmSecondFactor',
            'removeSecondFactor',
            'listOwnSessions',
            'endOwnSession',
            'endOwnSessions',
            'getHome',
            'search',
          ]);
        });
      }
    });
  }
});
