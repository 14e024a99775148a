import { createHash } from 'node:crypto';
import { createApiSender } from './api-sender.ts';
import { awsRequest } from './aws-request.ts';
import type { Destination, MessageToQueue } from './destination.ts';

const SEND_MESSAGE = { service: 'sqs', protocol: '1.0', target: 'AmazonSQS.SendMessage' } as const;

/** The most attributes that SQS accepts with a message. */
const MAX_ATTRIBUTES = 10;

/** Headers for which there is no attribute are in this one, as JSON. */
const OTHER_HEADERS = 'other-headers';

/**
 * Sends one message to Amazon SQS, or to a server with its JSON protocol. It has succeeded when the response confirms that SQS
 * has the exact bytes.
 */
export function createSqsSender(http: Destination): Destination {
  return createApiSender(http, {
    requestOf: (message, endpoint) =>
      awsRequest(SEND_MESSAGE, message, { url: `${endpoint.origin}/`, content: contentOf(message) }),
    errorOf: (responseBody, { body }) => (isTaken(responseBody, body) ? null : 'invalid response'),
  });
}

function contentOf({ url, body, headers, queue: { deliveryId, resourceId, isOrdered } }: MessageToQueue) {
  return {
    QueueUrl: url,
    MessageBody: body.toString(),
    MessageAttributes: attributesOf(headers),
    // A message that isn't ordered is a group of its own: nothing waits for it. SQS drops a repeated message for five minutes.
    ...(url.endsWith('.fifo')
      ? { MessageGroupId: isOrdered ? resourceId : deliveryId, MessageDeduplicationId: deliveryId }
      : {}),
  };
}

/** The service's own headers come first: if there are more than SQS accepts, the custom ones share an attribute. */
function attributesOf(headers: Record<string, string>): Record<string, object> {
  const all = Object.entries(headers).reverse();
  const named = all.filter(([name]) => isAttributeName(name));
  const fits = all.length === named.length && all.length <= MAX_ATTRIBUTES;
  const alone = fits ? named : named.slice(0, MAX_ATTRIBUTES - 1);
  const others = all.filter((each) => !alone.includes(each));
  return Object.fromEntries([
    ...alone.map(([name, value]) => [name, attribute(value)]),
    ...(others.length > 0 ? [[OTHER_HEADERS, attribute(JSON.stringify(Object.fromEntries(others)))]] : []),
  ]);
}

function isAttributeName(name: string): boolean {
  return /^(?!aws\.|amazon\.|\.)[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/i.test(name);
}

function attribute(value: string) {
  return { DataType: 'String', StringValue: value };
}

function isTaken(responseBody: string, body: Buffer): boolean {
  const md5 = createHash('md5').update(body).digest('hex');
  return new RegExp(`"MD5OfMessageBody"\\s*:\\s*"${md5}"`).test(responseBody);
}
