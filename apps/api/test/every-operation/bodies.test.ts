import { ALL_OPERATIONS, requiresBody } from '@service/contract';
import { expect } from 'chai';
import { useOperations } from './operations-scene.ts';

describe('every operation that takes a body', () => {
  const scene = useOperations();

  for (const operation of ALL_OPERATIONS) {
    const { method, path, body } = operation;

    describe(`${method} ${path}`, () => {
      if (body && requiresBody(operation)) {
        it('returns 400 where the body is missing, as the contract says, and writes nothing', () =>
          scene.writesNothing(async () => {
            const { errors } = (await scene.send(operation, '')).refused('validation_failed');
            expect(errors?.[0]?.path).to.match(/^\/body/);
          }));
      }

      if (body && !requiresBody(operation)) {
        it('takes a request without a body, as the contract says', async () => {
          const { status, body: answered } = await scene.send(operation, '');
          expect(answered?.code, `${status}`).to.not.equal('validation_failed');
        });
      }

      if (body) {
        for (const [what, raw] of Object.entries({
          'half an object': '{"a":',
          'no JSON': 'hello',
          'JSON with something behind': '{} {}',
          'a comment': '{} // no',
        })) {
          it(`returns 400 for ${what}, and writes nothing`, () =>
            scene.writesNothing(async () => {
              (await scene.send(operation, raw)).refused('malformed_json');
            }));
        }

        for (const [what, raw] of Object.entries({
          'a list': '[]',
          text: '"hello"',
          'a number': '5',
          null: 'null',
        })) {
          it(`returns 400 for a body that is ${what}, and writes nothing`, () =>
            scene.writesNothing(async () => {
              (await scene.send(operation, raw)).refused('validation_failed');
            }));
        }

        for (const [what, escaped] of Object.entries({
          NUL: '\\u0000',
          'the first half of a surrogate pair': '\\ud83d',
          'the second half of a surrogate pair': '\\uDE00',
        })) {
          const far = `{"name":${'['.repeat(50_000)}"${escaped}"${']'.repeat(50_000)}}`;
          const near = [`{"name":"a${escaped}"}`, `{"a${escaped}":1}`];
          // A provider can't correct what its shopper typed, so it is replaced there.
          if (path === '/webhooks/payment/{accountId}')
            it(`doesn’t fail on ${what} in a value, in a name, or far inside, and writes nothing`, () =>
              scene.writesNothing(async () => {
                for (const raw of near) (await scene.send(operation, raw)).expect(200);
                (await scene.send(operation, far)).refused('validation_failed');
              }));
          else
            it(`returns 400 for ${what} in a value, in a name, or far inside, and writes nothing`, () =>
              scene.writesNothing(async () => {
                for (const raw of [...near, far]) {
                  const { errors } = (await scene.send(operation, raw)).refused('validation_failed');
                  expect(errors?.[0]?.path).to.match(/^\/body/);
                }
              }));
        }

        for (const [what, raw] of Object.entries({
          'nested 50,000 levels deep': `{"name":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
          'of 120,000 values': `{"name":[${'0,'.repeat(120_000)}0]}`,
          'that is neither JSON nor shallow': `{"name":"\n${'['.repeat(100_000)}`,
        })) {
          it(`returns 400 for a body ${what}, and writes nothing`, () =>
            scene.writesNothing(async () => {
              const { code } = (await scene.send(operation, raw)).body;
              expect(code).to.be.oneOf(['validation_failed', 'malformed_json']);
            }));
        }

        it('returns 415 for another content type, and writes nothing', () =>
          scene.writesNothing(async () => {
            for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', '']) {
              const raw = JSON.stringify(operation.examples.body);

              (await scene.send(operation, raw, { 'Content-Type': type })).refused('unsupported_media_type');
            }
          }));

        const limitKiB = operation.auth.kind === 'provider-signature' ? 1024 : 256;
        it(`returns 413 for a body over ${limitKiB} KiB, and writes nothing`, () =>
          scene.writesNothing(async () => {
            (await scene.send(operation, `{"name":"${'x'.repeat(limitKiB * 1024)}"}`)).refused(
              'payload_too_large',
            );
          }));
      }
    });
  }
});
