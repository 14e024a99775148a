import { randomUUID } from 'node:crypto';
import { ALL_OPERATIONS } from '@service/contract';
import { expect } from 'chai';
import { useOperations } from './operations-scene.ts';

/** A slug is no id: nearly every text is one. */
function takesIds(params: object): boolean {
  const { properties } = params as { properties: Record<string, { format?: string }> };
  return Object.values(properties).every(({ format }) => format === 'uuid');
}

/** Days and moments that a library may take, and PostgreSQL or JavaScript don't have. */
const IMPOSSIBLE: Record<string, string[]> = {
  date: ['0000-01-01', '2026-02-30', '2026-13-01'],
  'date-time': [
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+14:00',
    '2026-06-30T23:59:60Z',
    '2026-02-30T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T00:00:00+01',
    '9999-12-31T23:59:59-14:00',
  ],
};

describe('every operation, at an address that can’t be read', () => {
  const scene = useOperations();

  for (const operation of ALL_OPERATIONS) {
    const { auth, method, path, body, params, query } = operation;
    const example = body ? { body: operation.examples.body } : {};

    describe(`${method} ${path}`, () => {
      if (params && takesIds(params) && (auth.kind === 'admin' || auth.kind === 'store')) {
        it('returns 400 for ids that are none, and writes nothing', () =>
          scene.writesNothing(async () => {
            for (const id of ['1', 'null', `urn:uuid:${randomUUID()}`, '%00', `${randomUUID()}%0A`]) {
              const target = path.replace(/\{\w+\}/g, id);

              const answer = await scene.api.request(method, target, {
                ...scene.credential(operation, scene.other),
                ...example,
              });

              answer.refused('validation_failed');
            }
          }));
      }

      if (params) {
        it('returns 400 for a path that can’t be decoded, whatever the credential, and writes nothing', () =>
          scene.writesNothing(async () => {
            for (const segment of ['%', '%E0%A4%A', '%zz', '%ED%A0%80']) {
              const target = path.replace(/\{\w+\}/g, segment);

              (await scene.api.request(method, target, example)).refused('malformed_path');
            }
          }));
      }

      const moments = Object.entries<{ format?: string }>(query?.properties ?? {}).flatMap(
        ([name, { format = '' }]) => (IMPOSSIBLE[format] ?? []).map((text) => ({ name, text })),
      );
      if (moments.length > 0) {
        it('returns 400 for days and moments that don’t exist, and writes nothing', () =>
          scene.writesNothing(async () => {
            for (const { name, text } of moments) {
              const target = `${scene.url(operation)}?${name}=${encodeURIComponent(text)}`;
              const answer = await scene.api.request(
                method,
                target,
                scene.credential(operation, scene.other),
              );
              answer.refused('validation_failed');
            }
          }));
      }

      if (query) {
        it('returns 400 for NUL in a query parameter, and ignores one in an unknown parameter', () =>
          scene.writesNothing(async () => {
            const ask = (text: string) =>
              scene.api.request(
                method,
                `${scene.url(operation)}?${text}`,
                scene.credential(operation, scene.other),
              );

            for (const name of Object.keys(query.properties)) {
              const { errors } = (await ask(`${name}=a%00b`)).refused('validation_failed');
              expect(
                errors?.map((error) => error.path),
                name,
              ).to.include(`/query/${name}`);
            }
            const needed = Object.entries<{ type?: string; default?: unknown }>(query.properties).flatMap(
              ([name, { type, default: usual }]) =>
                type === 'string' && usual === undefined && query.required?.includes(name)
                  ? [`&${name}=a`]
                  : [],
            );
            const { body: answered } = await ask(`unknown=%00${needed.join('')}`);
            const next = operation.streams ? 'unsupported_media_type' : 'not_found';
            expect(answered?.code ?? next, JSON.stringify(answered)).to.equal(next);
          }));
      }
    });
  }
});
