import { createHash, randomUUID } from 'node:crypto';
import { type AwsServer, awsRefusal, startAwsServer } from './aws-server.ts';

export interface SqsMessage {
  body: string;
  attributes: Record<string, string>;
  groupId: string | undefined;
}

export interface SqsQueue {
  url: string;
  /** The messages in it. */
  messages: SqsMessage[];
  /** All that was sent to it as it should be. */
  sent: SqsMessage[];
}

export interface SqsServer extends AwsServer {
  /** One whose name ends in `.fifo` is a FIFO queue. */
  createQueue(name: string): SqsQueue;
}

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

  function send(message: SendMessage, isAnswered: boolean): [number, object] {
    const { QueueUrl, MessageBody, MessageAttributes = {}, MessageGroupId, MessageDeduplicationId } = message;
    const queue = queues.get(QueueUrl);
    if (!queue) return awsRefusal(400, 'com.amazonaws.sqs#QueueDoesNotExist');
    const attributes = Object.entries(MessageAttributes);
    const isSound = attributes.every(
      ([name, { DataType, StringValue }]) =>
        /^(?!AWS\.|Amazon\.)[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/i.test(name) &&
        DataType === 'String' &&
        StringValue !== '',
    );
    const size = Buffer.byteLength(MessageBody) + Buffer.byteLength(JSON.stringify(MessageAttributes));
    if (!isSound || attributes.length > MAX_ATTRIBUTES || size > MAX_BYTES || MessageBody === '')
      return awsRefusal(400, 'com.amazonaws.sqs#InvalidParameterValue');
    if (queue.isFifo !== (MessageGroupId !== undefined && MessageDeduplicationId !== undefined))
      return awsRefusal(400, 'com.amazonaws.sqs#MissingParameter');
    const sent = {
      body: MessageBody,
      attributes: Object.fromEntries(attributes.map(([name, { StringValue }]) => [name, StringValue])),
      groupId: MessageGroupId,
    };
    queue.sent.push(sent);
    if (!isAnswered && !queue.seen.has(MessageDeduplicationId ?? '')) queue.messages.push(sent);
    if (!isAnswered && MessageDeduplicationId) queue.seen.add(MessageDeduplicationId);
    return [
      200,
      { MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex'), MessageId: randomUUID() },
    ];
  }

  const server = await startAwsServer({
    service: 'sqs',
    protocol: '1.0',
    target: 'AmazonSQS.SendMessage',
    respond: (request, isAnswered) => send(request as SendMessage, isAnswered),
  });
  return {
    ...server,
    createQueue(name) {
      const url = `${server.origin}/123456789012/${name}`;
      const queue = { url, isFifo: name.endsWith('.fifo'), messages: [], sent: [], seen: new Set<string>() };
      queues.set(url, queue);
      return queue;
    },
  };
}
