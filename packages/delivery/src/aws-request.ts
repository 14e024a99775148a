import { AwsV4Signer } from 'aws4fetch';
import type { AwsSettings } from './destination.ts';

interface AwsRequest {
  service: string;
  /** The version of the service's JSON protocol. */
  protocol: '1.0' | '1.1';
  /** The operation, such as `AmazonSQS.SendMessage`. */
  target: string;
  url: string;
  body: string;
  settings: AwsSettings;
  secretAccessKey: string;
}

/** The headers of a request to a service of Amazon, signed by AWS Signature Version 4. */
export async function signAwsRequest({
  service,
  protocol,
  target,
  url,
  body,
  settings: { region, accessKeyId },
  secretAccessKey,
}: AwsRequest): Promise<Record<string, string>> {
  const headers = { 'content-type': `application/x-amz-json-${protocol}`, 'x-amz-target': target };
  const keys = { region, accessKeyId, secretAccessKey };
  const signed = await new AwsV4Signer({ method: 'POST', url, headers, body, service, ...keys }).sign();
  return Object.fromEntries(signed.headers);
}
