import type { IncomingHttpHeaders } from 'node:http';
import { refuse } from '@service/contract';

/** The version that `If-Match` names; undefined without the header, and for `*`. */
export function expectedVersion(headers: IncomingHttpHeaders): number | undefined {
  const given = headers['if-match']?.trim();
  if (given === undefined || given === '*') return undefined;
  const version = /^"(\d{1,9})"$/.exec(given)?.[1];
  // A tag that we never gave out is no version of this resource, whatever it is.
  return version === undefined
    ? refuse('precondition_failed', 'If-Match is none of the ETags of this resource.')
    : Number(version);
}
