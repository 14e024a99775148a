/** Every refusal of the service, listed once: its HTTP status, title and remedy. */
export const ERRORS = {
  validation_failed: {
    status: 400,
    title: 'The request is not valid',
    remedy: 'Correct each place that `errors` names.',
  },
  malformed_json: {
    status: 400,
    title: 'The body is not JSON',
    remedy: 'Send one JSON object, UTF-8 encoded.',
  },
  malformed_path: {
    status: 400,
    title: 'The path can’t be decoded',
    remedy: 'Percent-encode each part of the path as UTF-8.',
  },
  invalid_url: {
    status: 400,
    title: 'The URL is not valid',
    remedy: 'Send an absolute https:// address of at most 2048 characters.',
  },
  insecure_url: {
    status: 400,
    title: 'The URL must use HTTPS',
    remedy: 'Use an https:// address. Plain HTTP needs WEBHOOK_ALLOW_INSECURE=true on the deployment.',
  },
  credentials_in_url: {
    status: 400,
    title: 'The URL contains credentials',
    remedy:
      'Remove the user name and password from the URL; deliveries are authenticated by their signature.',
  },
  refused_address: {
    status: 400,
    title: 'The address is not public',
    remedy:
      'Use a host that resolves to public addresses only. WEBHOOK_ALLOWED_PRIVATE_CIDRS allows private ranges for a deployment.',
  },
  unresolvable_host: {
    status: 400,
    title: 'The host does not resolve',
    remedy: 'Check the host name and its DNS records.',
  },
  too_many_subscriptions: {
    status: 409,
    title: 'The store has too many subscriptions',
    remedy:
      'Delete one that is no longer needed. WEBHOOK_MAX_SUBSCRIPTIONS of the deployment sets the limit.',
  },
  invalid_picture: {
    status: 400,
    title: 'The file isn’t a supported image',
    remedy:
      'Send a JPEG, PNG, WebP, AVIF or GIF of at most PICTURES_MAX_PIXELS pixels. Draw an SVG as a PNG first.',
  },
  too_many_pictures: {
    status: 409,
    title: 'The store has too many pictures',
    remedy:
      'Remove pictures from products: what nothing refers to is deleted after a day or two. PICTURES_MAX_PER_STORE of the deployment sets the limit.',
  },
  pictures_not_configured: {
    status: 409,
    title: 'The deployment keeps no pictures',
    remedy:
      'Set PICTURES_URL and PICTURES_LOCATION of the deployment, or use addresses of pictures elsewhere.',
  },
  reserved_header: {
    status: 400,
    title: 'A custom header is reserved',
    remedy: 'Remove the headers in `errors`: the service sets them itself.',
  },
  invalid_signature: {
    status: 400,
    title: 'The signature is missing or wrong',
    remedy:
      'Sign the exact bytes of the body with the secret of the account that the address names, or else with PAYMENT_WEBHOOK_SECRET, and send them within 5 minutes.',
  },
  token_invalid: {
    status: 400,
    title: 'The token is unknown, used or expired',
    remedy: 'Request a new token.',
  },
  unauthenticated: {
    status: 401,
    title: 'A valid credential is required',
    remedy:
      'Admin API: send `Authorization: Bearer` and a token of POST /admin/v1/auth/login, or an API key. Store API: send the store’s `X-Publishable-Key`, and a customer’s token as `Authorization: Bearer` where one is needed.',
  },
  invalid_credentials: {
    status: 401,
    title: 'E-mail or password is wrong',
    remedy: 'Check both, or reset the password.',
  },
  second_factor_required: {
    status: 401,
    title: 'A code of the second factor is missing',
    remedy: 'Send `code` too: one of the authenticator app, or a recovery code.',
  },
  second_factor_invalid: {
    status: 401,
    title: 'The code is wrong or was used before',
    remedy: 'Wait for the app’s next code, and check its clock.',
  },
  permission_missing: {
    status: 403,
    title: 'The permission is missing',
    remedy: 'Ask an owner of the store for the permission that `detail` names.',
  },
  store_suspended: {
    status: 403,
    title: 'The store is suspended',
    remedy:
      'Ask the operator of the deployment. Nothing is lost: payments are recorded, and deliveries wait.',
  },
  step_up_failed: {
    status: 403,
    title: 'The current password is wrong',
    remedy: 'Send the current password of the signed-in customer as `currentPassword`.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    remedy: 'Check the id, and that the resource belongs to this store.',
  },
  route_not_found: {
    status: 404,
    title: 'The operation doesn’t exist',
    remedy: 'See /openapi.json for all operations.',
  },
  method_not_allowed: {
    status: 405,
    title: 'The method is not allowed here',
    remedy: 'Use one of the methods that the header `Allow` names.',
  },
  duplicate_email: { status: 409, title: 'The e-mail is taken', remedy: 'Use another e-mail address.' },
  duplicate_slug: { status: 409, title: 'The slug is taken', remedy: 'Choose another slug.' },
  duplicate_sku: { status: 409, title: 'The SKU is taken', remedy: 'Choose another SKU.' },
  customer_has_open_orders: {
    status: 409,
    title: 'The customer has orders that aren’t finished',
    remedy:
      'Ship, cancel or refund what `errors` names, and end open returns and disputes; then erase the customer.',
  },
  export_not_ready: {
    status: 409,
    title: 'The export isn’t finished',
    remedy: 'Read the export again in a moment, and download it when it is `completed`.',
  },
  vat_number_missing: {
    status: 409,
    title: 'There is no VAT number to check',
    remedy: 'Set `vatNumber` first.',
  },
  category_not_empty: {
    status: 409,
    title: 'The category has subcategories',
    remedy: 'Move or delete them first.',
  },
  not_a_pull_subscription: {
    status: 409,
    title: 'Not a pull subscription',
    remedy: 'Its deliveries are sent to its URL. Create a subscription with `kind: "pull"` to claim them.',
  },
  subscription_expired: {
    status: 409,
    title: 'The subscription has expired',
    remedy: 'Change it with `active: true` and a new `expiresIn`, or null for no end.',
  },
  not_claimed: {
    status: 409,
    title: 'There was no such claim',
    remedy: 'Claim the delivery first, and report the outcome with the `attempt` of the claim.',
  },
  already_delivered: {
    status: 409,
    title: 'Already delivered',
    remedy:
      'No retry is needed. If the receiver has lost it, `POST …/deliveries/{id}/redeliver` sends it again.',
  },
  recovery_ended: {
    status: 409,
    title: 'The recovery has ended',
    remedy: 'Start another recovery for the rest of the range.',
  },
  host_taken: {
    status: 409,
    title: 'The host belongs to another store',
    remedy: 'Remove the other store’s TXT record, or ask the operator of the deployment.',
  },
  host_unproven: {
    status: 409,
    title: 'The host isn’t proven yet',
    remedy: 'Publish the TXT record that `detail` names, and try again; DNS may need some minutes.',
  },
  currency_in_use: {
    status: 409,
    title: 'Prices use the old currency',
    remedy: 'Change the currency of those variants first.',
  },
  last_owner: {
    status: 409,
    title: 'The store needs an owner',
    remedy: 'Make another operator an owner first.',
  },
  illegal_transition: {
    status: 409,
    title: 'The order can’t change to this status',
    remedy: 'Read the order again; `detail` says which statuses it can change to.',
  },
  illegal_return_transition: {
    status: 409,
    title: 'The return can’t change to this status',
    remedy: 'Read the return again; `detail` says which statuses it can change to.',
  },
  payment_mismatch: {
    status: 409,
    title: 'The payment doesn’t match the order',
    remedy:
      'Compare the figures in the order’s `attentionDetails` with the provider. Then acknowledge them with a reason, or refund and cancel the order.',
  },
  payment_disputed: {
    status: 409,
    title: 'A payment of the order is disputed',
    remedy:
      'See the order’s `disputes`. Acknowledge it with a reason to ship or refund all the same: the shopper’s bank may take the money back too.',
  },
  exchange_unpaid: {
    status: 409,
    title: 'The money that paid for the exchange went back',
    remedy:
      'See the refunds of the first order, which `detail` names. Acknowledge it there with a reason to ship all the same, or cancel the exchange.',
  },
  payment_not_authorised: {
    status: 409,
    title: 'The payment can’t be captured',
    remedy: 'Read it again: only a payment that is `authorised` is captured, up to what is left of it.',
  },
  capture_refused: {
    status: 409,
    title: 'The provider refuses the capture',
    remedy: 'See `detail`: it is what the provider says. A card may not be captured in parts.',
  },
  payment_not_open: {
    status: 409,
    title: 'The payment can’t be marked as paid',
    remedy: 'Read it again: only a payment of a manual account that isn’t paid yet can be.',
  },
  payment_account_incomplete: {
    status: 409,
    title: 'The account can’t take payments yet',
    remedy: 'Set what `errors` names first.',
  },
  too_many_payment_accounts: {
    status: 409,
    title: 'The store has too many active payment accounts',
    remedy: 'Set `active` of another account to false first: 20 may be active.',
  },
  payment_method_unavailable: {
    status: 409,
    title: 'The payment method isn’t offered for this order',
    remedy: 'List the payment methods of the cart again, and let the shopper choose another one.',
  },
  order_not_payable: {
    status: 409,
    title: 'The order doesn’t wait for a payment',
    remedy: 'Read the order again: it is paid, cancelled, or its payment is under way.',
  },
  payment_account_in_use: {
    status: 409,
    title: 'Payments were made with the account',
    remedy:
      'Change it with `active: false`: it gets no new payments, and what it got can be refunded from it.',
  },
  nothing_to_acknowledge: {
    status: 409,
    title: 'The order has nothing to acknowledge',
    remedy: 'Read the order again: its `attention` is null.',
  },
  nothing_to_pick_up: {
    status: 409,
    title: 'Nothing of the order waits to be picked up',
    remedy: 'Read the order again: its `pickupPlace` is null, or all of its goods have left.',
  },
  already_applied: {
    status: 409,
    title: 'The event was already applied',
    remedy: 'Nothing is left to do: read the order and its payments.',
  },
  not_paid: { status: 409, title: 'The order isn’t paid', remedy: 'Try again when it is paid.' },
  not_shipped: {
    status: 409,
    title: 'The order isn’t shipped',
    remedy: 'The store issues invoices when goods are shipped: try again then.',
  },
  order_withdrawn: {
    status: 409,
    title: 'The buyer has withdrawn from the order',
    remedy: 'Cancel and refund it; or acknowledge it with a reason, and then ship it.',
  },
  address_fixed: {
    status: 409,
    title: 'The address can’t be changed any more',
    remedy:
      'Goods have left for it, or none is to be shipped to it: ask the carrier for a parcel that is on its way. If it stands on a label, cancel the label first.',
  },
  label_not_possible: {
    status: 409,
    title: 'The order can’t have a label',
    remedy:
      'See `detail`: goods that are picked up need none, and the sender is the `seller` of the settings.',
  },
  label_exists: {
    status: 409,
    title: 'The goods have a label already',
    remedy:
      'Ship with the label that the order’s `labels` show, or cancel it. One that is `requested` is requested again by the same request.',
  },
  label_refused: {
    status: 409,
    title: 'The carrier refuses',
    remedy:
      'See `detail`: it is what the carrier says. Correct the address or the weight, or choose another service.',
  },
  tax_would_change: {
    status: 409,
    title: 'Another tax is charged at the new address',
    remedy:
      'Cancel the order, and have it placed again with the new address; or choose one where the same tax is charged.',
  },
  e_invoice_incomplete: {
    status: 409,
    title: 'The document has no e-invoice',
    remedy:
      'Set what `errors` names, in the settings of the store or at the checkout; documents that are issued later have one.',
  },
  quantity_exceeded: {
    status: 409,
    title: 'The quantity is larger than what is left',
    remedy: 'Lower the quantity of the lines in `errors`; the order shows what is left of each.',
  },
  refund_exceeds_captured: {
    status: 409,
    title: 'The refund is larger than what is left',
    remedy:
      'Lower the amount: all refunds together are at most what was paid. Cancel an exchange that `detail` names, and its money can be refunded.',
  },
  too_many_unpaid_orders: {
    status: 409,
    title: 'Too many orders wait for their payment',
    remedy: 'Pay or give up an earlier order: one that isn’t paid is cancelled, by default after 30 minutes.',
  },
  insufficient_stock: {
    status: 409,
    title: 'Not enough stock',
    remedy: 'Lower the quantity of the lines in `errors`.',
  },
  below_reserved: {
    status: 409,
    title: 'The stock is reserved for orders',
    remedy: 'Keep at least what is `reserved`, cancel orders first, or allow backorders.',
  },
  amount_too_large: {
    status: 409,
    title: 'The amount is too large',
    remedy: 'Lower the quantity: a total is at most 9007199254740991.',
  },
  cart_completed: { status: 409, title: 'The cart is already completed', remedy: 'Start a new cart.' },
  cart_incomplete: {
    status: 409,
    title: 'The cart is not ready for checkout',
    remedy: 'Add what `errors` names.',
  },
  tax_unavailable: {
    status: 409,
    title: 'The tax isn’t known',
    remedy:
      'Read the cart again, which asks the tax provider of the store, and check out once it has no `issues`.',
  },
  cart_full: { status: 409, title: 'The cart is full', remedy: 'Remove a line, or start another cart.' },
  gift_line: {
    status: 409,
    title: 'The line is a gift',
    remedy:
      'It comes and goes with the discount that gives it; `declinesGifts` of the cart refuses all gifts.',
  },
  currency_not_sold: {
    status: 409,
    title: 'The store doesn’t sell in this currency',
    remedy: 'Choose one of `currencies` of GET /store/v1/config.',
  },
  currency_mismatch: {
    status: 409,
    title: 'The currency differs',
    remedy: 'Buy variants that have a price in the cart’s currency.',
  },
  discount_not_applicable: {
    status: 409,
    title: 'The discount code doesn’t apply',
    remedy: 'Check the code, or remove it from the cart; `detail` says what is wrong with it.',
  },
  total_changed: {
    status: 409,
    title: 'The total has changed',
    remedy: 'Show the cart to the shopper again, and check out with its current total.',
  },
  texts_not_accepted: {
    status: 409,
    title: 'A legal text isn’t accepted',
    remedy: 'Show the shopper the current texts, and send `kind` and `sha256` of those that they accepted.',
  },
  text_missing: {
    status: 409,
    title: 'There is no text to require',
    remedy: 'Publish a text of that kind first.',
  },
  duplicate_version: {
    status: 409,
    title: 'The version is taken',
    remedy: 'Choose another version: a published text is never changed.',
  },
  duplicate_name: { status: 409, title: 'The name is taken', remedy: 'Choose another name.' },
  customer_group_in_use: {
    status: 409,
    title: 'Customers or price lists use the group',
    remedy: 'Take its customers out of it, and delete its price lists or make them for another group.',
  },
  too_many_price_lists: {
    status: 409,
    title: 'The store has too many price lists',
    remedy: 'Delete one that is no longer needed; one that has ended counts too.',
  },
  too_many_discounts: {
    status: 409,
    title: 'The store has too many automatic discounts',
    remedy: 'Switch one off, or delete it; one that has ended counts too.',
  },
  too_many_discount_codes: {
    status: 409,
    title: 'The discount has too many codes',
    remedy: 'Generate fewer, or create another discount.',
  },
  email_missing: {
    status: 409,
    title: 'No e-mail address is known',
    remedy: 'Give the order’s messages an address first.',
  },
  too_many_draft_orders: {
    status: 409,
    title: 'The store has too many draft orders',
    remedy: 'Place or delete one that is no longer needed.',
  },
  duplicate_code: { status: 409, title: 'The code is taken', remedy: 'Choose another code.' },
  idempotency_key_in_flight: {
    status: 409,
    title: 'A request with this Idempotency-Key is under way',
    remedy: 'Try again in a moment; you then get the response to the first request.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'The Idempotency-Key was used with another body',
    remedy: 'Use a new key for each new request, and the same one only to repeat it.',
  },
  precondition_failed: {
    status: 412,
    title: 'The resource has another version',
    remedy: 'Read it again, and send its ETag as If-Match.',
  },
  malformed_request: {
    status: 400,
    title: 'The request is not valid HTTP',
    remedy: 'Use an HTTP/1.1 client; the connection is closed.',
  },
  request_timeout: {
    status: 408,
    title: 'The request took too long to arrive',
    remedy: 'Send it again without pauses.',
  },
  headers_too_large: {
    status: 431,
    title: 'The headers are too large',
    remedy: 'Send at most 16 KiB of headers.',
  },
  payload_too_large: {
    status: 413,
    title: 'The body is too large',
    remedy: 'Send at most 256 KiB, and 1 MiB to the payment callback.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'The body must be JSON',
    remedy: 'Send Content-Type: application/json.',
  },
  too_many_requests: {
    status: 429,
    title: 'Too many requests or attempts',
    remedy: 'Wait as long as `Retry-After` says.',
  },
  payment_account_refused: {
    status: 422,
    title: 'The provider refuses the account',
    remedy: 'Correct the key that `errors` names; `detail` is what the provider says.',
  },
  category_circle: {
    status: 422,
    title: 'A category can’t be below itself',
    remedy: 'Choose a parent that is not below the category.',
  },
  internal_error: {
    status: 500,
    title: 'An internal error occurred',
    remedy: 'Try again; quote `requestId` when you report it.',
  },
  dependency_unavailable: {
    status: 503,
    title: 'A dependency is unavailable',
    remedy: 'Try again in a few seconds.',
  },
} as const satisfies Record<string, { status: number; title: string; remedy: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** One place of the request that is wrong. `path` is a JSON pointer that starts with /body, /query, /params, /headers, /cart or /order. */
export interface FieldError {
  path: string;
  code: string;
  message: string;
}

/** A refusal. Thrown anywhere below a route, sent once as problem+json with the status of its code. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';

  constructor(
    readonly code: ErrorCode,
    readonly detail: string,
    readonly errors?: FieldError[],
    /** For `too_many_requests`: when the next attempt is admitted. */
    readonly retryAfterSeconds?: number,
  ) {
    super(`${code}: ${detail}`);
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** Throws the refusal, so that a guard reads `if (!row) refuse('not_found', '…')`. */
export function refuse(code: ErrorCode, detail: string, errors?: FieldError[]): never {
  throw new ServiceError(code, detail, errors);
}
