import type { EventName } from './events.ts';
import type { Deprecation } from './operation.ts';

/**
 * The additional part of a full payload, beside the data of its event. `object` is null where there is none, or none any more.
 */
export type FullPayload = Readonly<Record<string, unknown>> & {
  readonly object: Readonly<Record<string, unknown>> | null;
};

/** A version of the Admin API, as full payloads present resources in it. */
interface PayloadVersion {
  /** The name in paths. */
  name: string;
  /** Converts a payload from the next version to this one; absent in the newest. */
  fromNext?(payload: FullPayload, event: EventName): FullPayload;
  /** When it ends. */
  deprecated?: Deprecation;
}

/**
 * The versions that a subscription can be set to, oldest first. Another major version of the API adds an entry, and the one
 * before gets `fromNext` and its end.
 */
export const PAYLOAD_VERSIONS: PayloadVersion[] = [{ name: 'v1' }];

export const NEWEST_PAYLOAD_VERSION = PAYLOAD_VERSIONS.at(-1)?.name ?? '';

/**
 * Converts a payload that was recorded in version `from` to version `to`. One that was recorded before a newer version existed
 * stays as it is: missing data can't be added.
 */
export function presentPayload(
  payload: FullPayload,
  { event, from, to }: { event: EventName; from: string; to: string },
): FullPayload {
  const indexOf = (version: string) => PAYLOAD_VERSIONS.findIndex(({ name }) => name === version);
  return PAYLOAD_VERSIONS.slice(indexOf(to), Math.max(0, indexOf(from))).reduceRight(
    (presented, { fromNext }) => fromNext?.(presented, event) ?? presented,
    payload,
  );
}

/** When a version ends; undefined while it doesn't. */
export function deprecationOf(version: string): Deprecation | undefined {
  return PAYLOAD_VERSIONS.find(({ name }) => name === version)?.deprecated;
}
