import { randomUUID } from 'node:crypto';
import { ALL_OPERATIONS } from '@service/contract';
import { createStore } from '@service/testing';
import { expect } from 'chai';
import { snapshot } from '../table-snapshot.ts';
import { useOperations } from './operations-scene.ts';

describe('every operation that takes If-Match', () => {
  const scene = useOperations();

  for (const operation of ALL_OPERATIONS) {
    const { method, path } = operation;

    describe(`${method} ${path}`, () => {
      if (operation.ifMatch) {
        it('writes once for parallel requests with its version in If-Match, never with another', async () => {
          const own = await createStore(scene.api.env.system);
          const { target, options } = await scene.takenRequest(operation, own);
          const send = (tag: string, more = {}) =>
            scene.api.request(method, target, { ...options, headers: { 'If-Match': tag, ...more } });
          const before = await snapshot(scene.api.env);

          const tags = ['"999"', '"97", "98"', 'W/"1"', 'nonsense', '"1e0"'];
          const others = await Promise.all(tags.map((tag) => send(tag)));
          if (operation.idempotent) others.push(await send('"999"', { 'Idempotency-Key': randomUUID() }));
          const untouched = await snapshot(scene.api.env);
          const [version] =
            /\d+/.exec(others.map((answer) => answer.refused('precondition_failed').detail)[0] ?? '') ?? [];
          const answers = await Promise.all(Array.from({ length: 4 }, () => send(`"99", "${version}"`)));

          expect(untouched, 'rows').to.deep.equal(before);
          const passed = answers.filter(({ status }) => status === operation.response.status);
          expect(passed, JSON.stringify(answers)).to.have.length(1);
          for (const { status, body: problem } of answers.filter((answer) => !passed.includes(answer)))
            expect([404, 412], JSON.stringify(problem)).to.include(status);
          await scene.providerAnswered(own);
        });
      }
    });
  }
});
