import { type AnyDefinition, operations } from '@service/contract';
import { TEST_ADDRESS } from '@service/testing';
import { expect } from 'chai';
import type { Answer } from './client.ts';
import { edgesOf } from './field-edges.ts';
import {
  type CustomerScene,
  newEmail,
  PASSWORD,
  type Shopper,
  useCustomerScene,
} from './store/customers/scene.ts';
import { snapshot } from './table-snapshot.ts';

interface Subject {
  operation: AnyDefinition;
  /** A body that is accepted as it is. */
  body(): Record<string, unknown>;
  send(scene: CustomerScene, shopper: Shopper, body: unknown): Promise<Answer>;
}

const addresses = '/customers/me/addresses';

const SUBJECTS: Subject[] = [
  {
    operation: operations.createCustomer,
    body: () => ({ email: newEmail() }),
    send: (scene, _shopper, body) => scene.admin('POST', '/customers', body),
  },
  {
    operation: operations.updateCustomer,
    body: () => ({}),
    send: (scene, { id }, body) => scene.admin('PATCH', `/customers/${id}`, body),
  },
  {
    operation: operations.createCustomerAddress,
    body: () => ({ ...TEST_ADDRESS }),
    send: (scene, { id }, body) => scene.admin('POST', `/customers/${id}/addresses`, body),
  },
  {
    operation: operations.registerCustomer,
    body: () => ({ email: newEmail(), password: PASSWORD }),
    send: (scene, _shopper, body) => scene.ask('POST', '/customers', body),
  },
  {
    operation: operations.updateOwnProfile,
    body: () => ({}),
    send: (scene, { token }, body) => scene.ask('PATCH', '/customers/me', body, token),
  },
  {
    operation: operations.createOwnAddress,
    body: () => ({ ...TEST_ADDRESS }),
    send: (scene, { token }, body) => scene.ask('POST', addresses, body, token),
  },
  {
    operation: operations.requestEmailChange,
    body: () => ({ newEmail: newEmail(), currentPassword: PASSWORD }),
    send: (scene, { token }, body) => scene.ask('POST', '/customers/me/email/change', body, token),
  },
  {
    operation: operations.changeOwnPassword,
    body: () => ({ currentPassword: PASSWORD, newPassword: PASSWORD }),
    send: (scene, { token }, body) => scene.ask('POST', '/customers/me/password', body, token),
  },
  {
    operation: operations.resetPassword,
    body: () => ({ token: 'pt_unknown', newPassword: PASSWORD }),
    send: (scene, _shopper, body) => scene.ask('POST', '/customers/reset', body),
  },
  {
    operation: operations.requestPasswordReset,
    body: () => ({ email: newEmail() }),
    send: (scene, _shopper, body) => scene.ask('POST', '/customers/reset/request', body),
  },
];

/** Generated from the contract: a limit that is changed there is tested here. */
describe('the limits of the field tables', () => {
  const scene = useCustomerScene();
  let shopper: Shopper;
  before(async () => {
    shopper = await scene.shopper();
  });

  for (const { operation, body, send } of SUBJECTS) {
    const { properties, required = [] } = operation.body as {
      properties: Record<string, object>;
      required?: string[];
    };

    describe(operation.endpoint, () => {
      for (const [name, schema] of Object.entries(properties)) {
        const edges = edgesOf(schema);
        const wrongPlaces = (answer: Answer) =>
          (answer.body?.errors ?? []).map(({ path }: { path: string }) => path);

        it(`accepts ${name} at its edges`, async () => {
          for (const { what, value } of edges.filter(({ accepted }) => accepted)) {
            const answer = await send(scene, shopper, { ...body(), [name]: value });

            // A proof may still be wrong, or a throttle full: this is about what the schema says.
            expect(wrongPlaces(answer), `${name}: ${what}`).to.deep.equal([]);
            expect(answer.body?.code, `${name}: ${what}`).not.to.equal('validation_failed');
            expect(answer.status, `${name}: ${what}`).to.be.lessThan(500);
          }
        });

        it(`refuses ${name} beyond its edges, and writes nothing`, async () => {
          const before = await snapshot(scene.api.env);

          for (const { what, value } of edges.filter(({ accepted }) => !accepted)) {
            const answer = await send(scene, shopper, { ...body(), [name]: value });

            answer.refused('validation_failed');
            expect(wrongPlaces(answer), `${name}: ${what}`).to.include(`/body/${name}`);
          }
          if (required.includes(name)) {
            const { [name]: _, ...rest } = body();
            const answer = await send(scene, shopper, rest);
            answer.refused('validation_failed');
            expect(wrongPlaces(answer)).to.deep.equal([`/body/${name}`]);
          }
          expect(await snapshot(scene.api.env)).to.deep.equal(before);
        });
      }

      it('never echoes a refused value', async () => {
        const secret = 'x'.repeat(2000);
        const filled = Object.fromEntries(Object.keys(properties).map((name) => [name, secret]));

        const answer = await send(scene, shopper, filled);

        answer.refused('validation_failed');
        expect(JSON.stringify(answer.body)).not.to.include('xxxxxxxxxx');
      });
    });
  }
});
