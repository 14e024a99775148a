import { createHash } from 'node:crypto';
import { signAwsRequest } from './aws-request.ts';
import type {
  AttemptOutcome,
  AwsSettings,
  Destination,
  OutgoingMessage,
  QueueMessage,
} from './destination.ts';
import { parseUrl } from './parse-url.ts';

/** SQS takes so many attributes with a message. */
const MAX_ATTRIBUTES = 10;

/** Headers for which there is no attribute are in this one, as JSON. */
const OTHER_HEADERS = 'other-headers';

/**
 * One message to Amazon SQS, or to what speaks its JSON protocol: a signed POST over the way of all webhooks, with its address
 * guard, deadline and limits. It has succeeded when the response says that SQS has the very bytes.
 */
export function createSqsSender(http: Destination): Destination {
  return {
    async send(message) {
      const { tenantId, body } = message;
      const endpoint = parseUrl(message.url);
      // Refused there, in the words for every URL.
      if (!endpoint) return http.send({ ...message, headers: {} });
      const url = `${endpoint.origin}/`;
      const content = JSON.stringify(requestOf(message));
      const { settings, secret: secretAccessKey } = message.queue as SqsMessageTo;
      const headers = await signAwsRequest({
        service: 'sqs',
        protocol: '1.0',
        target: 'AmazonSQS.SendMessage',
        url,
        body: content,
        settings,
        secretAccessKey,
      });
      const outcome = await http.send({ tenantId, url, body: Buffer.from(content), headers });
      return outcome.ok && !isTaken(outcome, body)
        ? { ...outcome, ok: false, error: 'invalid response' }
        : outcome;
    },
    close() {},
  };
}

type SqsMessageTo = QueueMessage & { settings: AwsSettings };

function requestOf({ url, body, headers, queue }: OutgoingMessage) {
  const { deliveryId, resourceId, isOrdered } = queue as SqsMessageTo;
  return {
    QueueUrl: url,
    MessageBody: body.toString(),
    MessageAttributes: attributesOf(headers),
    // What isn't ordered is a group of its own: nothing waits for it. SQS drops what it gets twice within five minutes.
    ...(url.endsWith('.fifo')
      ? { MessageGroupId: isOrdered ? resourceId : deliveryId, MessageDeduplicationId: deliveryId }
      : {}),
  };
}

/** The service's own headers first: should there be more than SQS takes, it is custom ones that share an attribute. */
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

/** Something else may answer 200 to anything. */
function isTaken({ responseBody }: AttemptOutcome, body: Buffer): boolean {
  const md5 = createHash('md5').update(body).digest('hex');
  return new RegExp(`"MD5OfMessageBody"\\s*:\\s*"${md5}"`).test(responseBody ?? '');
}
