export type WebhookVerificationErrorCode =
  | 'missing_header'
  | 'malformed_header'
  | 'stale_timestamp'
  | 'signature_mismatch'
  | 'malformed_body';

/** The delivery can't be trusted: respond with 400 and do nothing. `message` contains the probable cause and the remedy. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  readonly code: WebhookVerificationErrorCode;

  constructor(code: WebhookVerificationErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
