import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isSigned } from './aws-signature.ts';

export interface SqsMessage {
  body: string;
  attributes: Record<string, string>;
  groupId: string | undefined;
}

export interface SqsQueue {
  url: string;
  /** What is in it. */
  messages: SqsMessage[];
  /** All that was sent to it as it should be. */
  sent: SqsMessage[];
}

export interface SqsServer {
  /** One whose name ends in `.fifo` is a FIFO queue. */
  createQueue(name: string): SqsQueue;
  /** What happens to every further message instead of coming into its queue; undefined: nothing else. */
  answer(handler: ((response: ServerResponse) => void) | undefined): void;
  close(): Promise<void>;
}

export const SQS_KEYS = {
  region: 'eu-central-1',
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
};

/** Limits of the documented service. */
const MAX_BYTES = 1024 * 1024;
const MAX_ATTRIBUTES = 10;

interface SendMessage {
  QueueUrl: string;
  MessageBody: string;
  MessageAttributes?: Record<string, { DataType: string; StringValue: string }>;
  MessageGroupId?: string;
  MessageDeduplicationId?: string;
}

interface Queue extends SqsQueue {
  isFifo: boolean;
  seen: Set<string>;
}

/** `SendMessage` of Amazon SQS by its JSON protocol, as the AWS documentation describes it, with its signature verified. */
export async function startSqs(): Promise<SqsServer> {
  const queues = new Map<string, Queue>();
  let handle: ((response: ServerResponse) => void) | undefined;

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const [status, result] = respond(request, Buffer.concat(chunks));
    if (status === 200 && handle) return handle(response);
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(result));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function respond(request: IncomingMessage, body: Buffer): [number, object] {
    if (request.url !== '/' || request.headers['x-amz-target'] !== 'AmazonSQS.SendMessage')
      return refused(400, 'com.amazonaws.sqs#UnsupportedOperation');
    if (!isSigned(request, body, { ...SQS_KEYS, service: 'sqs' }))
      return refused(403, 'com.amazon.coral.service#SignatureDoesNotMatch');
    return send(JSON.parse(body.toString()) as SendMessage);
  }

  function send(message: SendMessage): [number, object] {
    const { QueueUrl, MessageBody, MessageAttributes = {}, MessageGroupId, MessageDeduplicationId } = message;
    const queue = queues.get(QueueUrl);
    if (!queue) return refused(400, 'com.amazonaws.sqs#QueueDoesNotExist');
    const attributes = Object.entries(MessageAttributes);
    const isSound = attributes.every(
      ([name, { DataType, StringValue }]) =>
        /^(?!AWS\.|Amazon\.)[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/i.test(name) &&
        DataType === 'String' &&
        StringValue !== '',
    );
    const size = Buffer.byteLength(MessageBody) + Buffer.byteLength(JSON.stringify(MessageAttributes));
    if (!isSound || attributes.length > MAX_ATTRIBUTES || size > MAX_BYTES || MessageBody === '')
      return refused(400, 'com.amazonaws.sqs#InvalidParameterValue');
    if (queue.isFifo !== (MessageGroupId !== undefined && MessageDeduplicationId !== undefined))
      return refused(400, 'com.amazonaws.sqs#MissingParameter');
    const sent = {
      body: MessageBody,
      attributes: Object.fromEntries(attributes.map(([name, { StringValue }]) => [name, StringValue])),
      groupId: MessageGroupId,
    };
    queue.sent.push(sent);
    if (!handle && !queue.seen.has(MessageDeduplicationId ?? '')) queue.messages.push(sent);
    if (!handle && MessageDeduplicationId) queue.seen.add(MessageDeduplicationId);
    return [
      200,
      { MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex'), MessageId: randomUUID() },
    ];
  }

  return {
    createQueue(name) {
      const url = `${origin}/123456789012/${name}`;
      const queue = { url, isFifo: name.endsWith('.fifo'), messages: [], sent: [], seen: new Set<string>() };
      queues.set(url, queue);
      return queue;
    },
    answer(handler) {
      handle = handler;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function refused(status: number, type: string): [number, object] {
  return [status, { __type: type, message: 'refused' }];
}
