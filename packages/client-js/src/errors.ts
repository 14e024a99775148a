import type { ErrorCode } from './generated/types.ts';

export interface FieldError {
  /** A JSON pointer to the place, such as `/body/email`. */
  path: string;
  code: string;
  message: string;
}

/** The body of a refusal: RFC 9457 problem details. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  code: string;
  detail: string;
  /** The remedy. */
  remedy?: string;
  requestId: string;
  errors?: FieldError[];
}

/** The service refused. `code` is stable, for decisions; `message` is a sentence in English. */
export class ServiceError<Code extends string = ErrorCode> extends Error {
  override readonly name = 'ServiceError';
  /** One of the codes that this package knows. A newer service may have more, so keep a default branch. */
  readonly code: Code;
  readonly status: number;
  /** A description of the error for people, in English. */
  readonly detail: string;
  /** Send it to the operator of the service, who finds the request in the log with it. */
  readonly requestId: string;
  /** The places that are wrong; empty unless the code is `validation_failed`. */
  readonly errors: readonly FieldError[];
  /** When to try again, if the service said so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(problem: Problem, retryAfterSeconds?: number) {
    super(`${problem.code}: ${problem.detail}${firstPlace(problem.errors)} (request ${problem.requestId})`);
    this.code = problem.code as Code;
    this.status = problem.status;
    this.detail = problem.detail;
    this.requestId = problem.requestId;
    this.errors = problem.errors ?? [];
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The mistake at the first path, because a log or a terminal often only shows the message. */
function firstPlace([first, ...others]: readonly FieldError[] = []): string {
  if (!first) return '';
  return ` ${first.path} ${first.message}${others.length > 0 ? `, and ${others.length} more` : ''}`;
}

export type ConnectionErrorReason = 'network' | 'timeout' | 'unexpected_response';

/** No response of the service arrived. Whether it executed the request is unknown. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly reason: ConnectionErrorReason;
  /** The HTTP status of a response that isn't the service's, such as a proxy's 502. */
  readonly status: number | undefined;

  constructor(
    reason: ConnectionErrorReason,
    message: string,
    about: { status?: number; cause?: unknown } = {},
  ) {
    super(message, about.cause === undefined ? {} : { cause: about.cause });
    this.reason = reason;
    this.status = about.status;
  }
}

/** Whether the service refused; if reasons are given, whether with one of them. Works across copies of this package. */
export function isServiceError<const Code extends ErrorCode = ErrorCode>(
  error: unknown,
  ...codes: Code[]
): error is ServiceError<Code> {
  if (!(error instanceof Error) || error.name !== 'ServiceError') return false;
  return codes.length === 0 || codes.includes((error as ServiceError<Code>).code);
}
