import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isSigned } from './aws-signature.ts';

export interface AwsServer {
  /** An origin such as `http://127.0.0.1:4566`. */
  origin: string;
  /** Handles every further correct request, instead of its response; undefined: the default response. */
  answer(handler: ((response: ServerResponse) => void) | undefined): void;
  close(): Promise<void>;
}

export const AWS_KEYS = {
  region: 'eu-central-1',
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
};

interface AwsOperation {
  service: 'sqs' | 'events';
  protocol: '1.0' | '1.1';
  target: string;
  /** `isAnswered`: another response is sent than the one that this returns. */
  respond(request: unknown, isAnswered: boolean): AwsResponse;
}

type AwsResponse = [status: number, body: object];

/** One operation of a service of AWS by its JSON protocol, with its signature verified. */
export async function startAwsServer(operation: AwsOperation): Promise<AwsServer> {
  const { service, protocol, target, respond } = operation;
  let handle: ((response: ServerResponse) => void) | undefined;

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const [status, result] =
      request.url !== '/' || request.headers['x-amz-target'] !== target
        ? awsRefusal(400, 'UnknownOperationException')
        : isSigned(request, body, { ...AWS_KEYS, service })
          ? respond(JSON.parse(body.toString()), handle !== undefined)
          : awsRefusal(403, 'com.amazon.coral.service#SignatureDoesNotMatch');
    if (status === 200 && handle) return handle(response);
    const headers = { 'content-type': `application/x-amz-json-${protocol}` };
    response.writeHead(status, headers).end(JSON.stringify(result));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer(handler) {
      handle = handler;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function awsRefusal(status: number, type: string): AwsResponse {
  return [status, { __type: type, message: 'refused' }];
}
