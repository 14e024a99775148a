import { isServiceError } from '@service/client-js';

/** What a visitor reads of an error, and the status of the page that says it. */
export function explain(error: unknown): { status: number; text: string } {
  if (!isServiceError(error))
    return { status: 502, text: 'The shop does not respond. Try again in a moment.' };
  const fields = error.errors.map(({ path, message }) => `${path.split('/').at(-1)} ${message}`);
  const text = TEXTS[error.code] ?? (fields.length > 0 ? `Please check: ${fields.join('; ')}.` : undefined);
  return { status: error.status, text: text ?? 'That did not work. Go back and try again.' };
}

const TEXTS: Readonly<Record<string, string>> = {
  texts_not_accepted: 'Please accept our terms; they may have changed since you saw them.',
  not_found: 'We don’t have that any more.',
  insufficient_stock:
    'Somebody was faster: there are not as many left as you wanted. Please change your cart.',
  discount_not_applicable: 'This discount code doesn’t fit your cart.',
  total_changed: 'A price has changed since you saw it. Please look at your order again.',
  quantity_exceeded: 'You can send back what has arrived, and each once.',
  cart_completed: 'This order has been placed already.',
  order_not_payable: 'This order doesn’t wait for a payment any more.',
  payment_method_unavailable: 'This way to pay isn’t offered any more. Please choose another.',
  token_invalid: 'This code is unknown, used or expired. Please ask for a new one.',
  invalid_credentials: 'We don’t know this e-mail address with this password.',
  duplicate_email: 'There is an account with this e-mail address already. Please sign in.',
  too_many_requests: 'Too many attempts. Please wait a minute.',
};
