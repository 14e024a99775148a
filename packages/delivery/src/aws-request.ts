import { AwsV4Signer } from 'aws4fetch';
import type { AwsSettings, MessageToQueue } from './destination.ts';

interface AwsOperation {
  service: string;
  /** The version of the service's JSON protocol. */
  protocol: '1.0' | '1.1';
  /** The operation, such as `AmazonSQS.SendMessage`. */
  target: string;
}

/** A request to an Amazon service with this JSON body, signed by AWS Signature Version 4. */
export async function awsRequest(
  { service, protocol, target }: AwsOperation,
  { queue }: MessageToQueue,
  { url, content }: { url: string; content: object },
) {
  const { region, accessKeyId } = queue.settings as AwsSettings;
  const body = JSON.stringify(content);
  const headers = { 'content-type': `application/x-amz-json-${protocol}`, 'x-amz-target': target };
  const keys = { region, accessKeyId, secretAccessKey: queue.secret };
  const signed = await new AwsV4Signer({ method: 'POST', url, headers, body, service, ...keys }).sign();
  return { url, body, headers: Object.fromEntries(signed.headers) };
}
