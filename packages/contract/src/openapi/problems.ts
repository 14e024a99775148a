import { ERRORS, type ErrorCode } from '../errors.ts';
import { headerRefs } from './headers.ts';

const CODES = Object.keys(ERRORS) as ErrorCode[];

/** The one shape of every refusal. */
export const PROBLEM_SCHEMA = {
  type: 'object',
  description: 'Problem details (RFC 9457)',
  required: ['type', 'title', 'status', 'code', 'detail', 'remedy', 'requestId'],
  properties: {
    type: { type: 'string', format: 'uri-reference' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', enum: CODES, description: 'Stable; meant for programs' },
    detail: { type: 'string', description: 'What happened, for people' },
    remedy: { type: 'string', description: 'What to do, for people' },
    requestId: { type: 'string', description: 'Also in `X-Request-Id` and in the log' },
    errors: {
      type: 'array',
      description: 'The places of the request that are wrong',
      items: {
        type: 'object',
        required: ['path', 'code', 'message'],
        properties: {
          path: {
            type: 'string',
            description: 'JSON pointer from /body, /query, /params, /headers or /cart',
          },
          code: { type: 'string' },
          message: { type: 'string' },
        },
      },
    },
  },
};

const EXAMPLE_PLACE = { path: '/body/url', code: 'required', message: "must have required property 'url'" };

/** One example for each code, by its code. */
export const PROBLEM_EXAMPLES = Object.fromEntries(
  CODES.map((code) => [
    code,
    {
      summary: ERRORS[code].title,
      value: {
        type: `urn:commerce-service:error:${code}`,
        title: ERRORS[code].title,
        status: ERRORS[code].status,
        code,
        detail: `${ERRORS[code].title}.`,
        remedy: ERRORS[code].remedy,
        requestId: '08c5dd2c-8e9d-4a59-9bd0-1f5f8bd3cf2e',
        ...(code === 'validation_failed' ? { errors: [EXAMPLE_PLACE] } : {}),
      },
    },
  ]),
);

/** The response of each code, for operations that refuse with a status for one reason only. */
export const PROBLEM_RESPONSES = Object.fromEntries(CODES.map((code) => [code, problemResponse([code])]));

/** The refusals of an operation by status. */
export function problemResponses(codes: readonly ErrorCode[]): Record<string, object> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const { status } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, list]) => [
      status,
      list.length === 1 ? { $ref: `#/components/responses/${list[0]}` } : problemResponse(list),
    ]),
  );
}

function problemResponse(codes: readonly ErrorCode[]): object {
  const { status } = ERRORS[codes[0] as ErrorCode];
  return {
    description: codes
      .map((code) => `\`${code}\`: ${ERRORS[code].title}. ${ERRORS[code].remedy}`)
      .join('\n\n'),
    headers: headerRefs(
      'X-Request-Id',
      'X-API-Version',
      ...(status === 401 ? (['WWW-Authenticate'] as const) : []),
      ...(status === 429 ? (['RateLimit-Policy', 'RateLimit'] as const) : []),
      ...(status === 429 || status === 503 ? (['Retry-After'] as const) : []),
    ),
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}
