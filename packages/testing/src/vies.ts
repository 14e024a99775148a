import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ViesQuestion {
  countryCode: string;
  vatNumber: string;
  requesterMemberStateCode?: string;
  requesterNumber?: string;
}

export interface ViesReply {
  status?: number;
  /** JSON, or text as it is. */
  body: unknown;
}

export interface TestVies {
  url: string;
  questions: ViesQuestion[];
  /** Questions that were under way at the same moment, at most. */
  mostAtOnce: number;
  /** How every further question is answered. */
  answer(handler: (question: ViesQuestion) => ViesReply | Promise<ViesReply>): void;
  close(): Promise<void>;
}

const PATH = '/taxation_customs/vies/rest-api/check-vat-number';

/** The response of VIES for a registered number. */
export function viesValid(question: ViesQuestion): ViesReply {
  return {
    body: {
      countryCode: question.countryCode,
      vatNumber: question.vatNumber,
      requestDate: '2026-03-01T12:00:00.000Z',
      valid: true,
      requestIdentifier: question.requesterNumber ? 'WAPIAAAAZbcdEfGh' : '',
      name: 'ENGINES GMBH',
      address: 'UNTER DEN LINDEN 1\n10117 BERLIN',
      traderName: '---',
      traderNameMatch: 'NOT_PROCESSED',
    },
  };
}

/** The response of VIES for an unregistered number. */
export function viesInvalid(question: ViesQuestion): ViesReply {
  const { body } = viesValid(question) as { body: object };
  return { body: { ...body, valid: false, name: '---', address: '---' } };
}

/** How VIES says that it can't say. */
export function viesError(error: string, status = 500): ViesReply {
  return { status, body: { actionSucceed: false, errorWrappers: [{ error }] } };
}

/** The EU's VAT number service: a real HTTP server on loopback that speaks its REST shape. */
export async function startVies(): Promise<TestVies> {
  let handle: (question: ViesQuestion) => ViesReply | Promise<ViesReply> = viesValid;
  let underWay = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.method !== 'POST' || request.url !== PATH) {
      response.writeHead(404).end();
      return;
    }
    const question = JSON.parse(Buffer.concat(chunks).toString('utf8')) as ViesQuestion;
    vies.questions.push(question);
    underWay += 1;
    vies.mostAtOnce = Math.max(vies.mostAtOnce, underWay);
    const { status = 200, body } = await handle(question);
    underWay -= 1;
    response
      .writeHead(status, { 'Content-Type': 'application/json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const vies: TestVies = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    questions: [],
    mostAtOnce: 0,
    answer(next) {
      handle = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return vies;
}
