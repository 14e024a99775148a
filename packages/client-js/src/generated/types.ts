// Generated from the contract by `npm run openapi` in packages/contract. Don't edit; on a merge conflict
// take either side and generate again.

import type { CallOptions, Paged, Upload } from '../call-types.ts';
/** Every code that the service refuses with, and its HTTP status. */
export interface ErrorStatuses {
  /** The request is not valid. Correct each place that `errors` names. */
  validation_failed: 400;
  /** The body is not JSON. Send one JSON object, UTF-8 encoded. */
  malformed_json: 400;
  /** The path can’t be decoded. Percent-encode each part of the path as UTF-8. */
  malformed_path: 400;
  /** The URL is not valid. Send an absolute https:// address of at most 2048 characters. */
  invalid_url: 400;
  /** The URL must use HTTPS. Use an https:// address. Plain HTTP needs WEBHOOK_ALLOW_INSECURE=true on the deployment. */
  insecure_url: 400;
  /** The URL contains credentials. Remove the user name and password from the URL; deliveries are authenticated by their signature. */
  credentials_in_url: 400;
  /** The address is not public. Use a host that resolves to public addresses only. WEBHOOK_ALLOWED_PRIVATE_CIDRS allows private ranges for a deployment. */
  refused_address: 400;
  /** The host does not resolve. Check the host name and its DNS records. */
  unresolvable_host: 400;
  /** The store has too many subscriptions. Delete one that is no longer needed. WEBHOOK_MAX_SUBSCRIPTIONS of the deployment sets the limit. */
  too_many_subscriptions: 409;
  /** The file isn’t a supported image. Send a JPEG, PNG, WebP, AVIF or GIF of at most PICTURES_MAX_PIXELS pixels. Draw an SVG as a PNG first. */
  invalid_picture: 400;
  /** The store has too many pictures. Remove pictures from products: what nothing refers to is deleted after a day or two. PICTURES_MAX_PER_STORE of the deployment sets the limit. */
  too_many_pictures: 409;
  /** The deployment keeps no pictures. Set PICTURES_URL and PICTURES_LOCATION of the deployment, or use addresses of pictures elsewhere. */
  pictures_not_configured: 409;
  /** A custom header is reserved. Remove the headers in `errors`: the service sets them itself. */
  reserved_header: 400;
  /** The signature is missing or wrong. Sign the exact bytes of the body with the secret of the account that the address names, or else with PAYMENT_WEBHOOK_SECRET, and send them within 5 minutes. */
  invalid_signature: 400;
  /** The token is unknown, used or expired. Request a new token. */
  token_invalid: 400;
  /** A valid credential is required. Admin API: send `Authorization: Bearer` and a token of POST /admin/v1/auth/login, or an API key. Store API: send the store’s `X-Publishable-Key`, and a customer’s token as `Authorization: Bearer` where one is needed. */
  unauthenticated: 401;
  /** E-mail or password is wrong. Check both, or reset the password. */
  invalid_credentials: 401;
  /** A code of the second factor is missing. Send `code` too: one of the authenticator app, or a recovery code. */
  second_factor_required: 401;
  /** The code is wrong or was used before. Wait for the app’s next code, and check its clock. */
  second_factor_invalid: 401;
  /** The permission is missing. Ask an owner of the store for the permission that `detail` names. */
  permission_missing: 403;
  /** The store is suspended. Ask the operator of the deployment. Nothing is lost: payments are recorded, and deliveries wait. */
  store_suspended: 403;
  /** The current password is wrong. Send the current password of the signed-in customer as `currentPassword`. */
  step_up_failed: 403;
  /** Not found. Check the id, and that the resource belongs to this store. */
  not_found: 404;
  /** The operation doesn’t exist. See /openapi.json for all operations. */
  route_not_found: 404;
  /** The method is not allowed here. Use one of the methods that the header `Allow` names. */
  method_not_allowed: 405;
  /** The e-mail is taken. Use another e-mail address. */
  duplicate_email: 409;
  /** The slug is taken. Choose another slug. */
  duplicate_slug: 409;
  /** The SKU is taken. Choose another SKU. */
  duplicate_sku: 409;
  /** The customer has orders that aren’t finished. Ship, cancel or refund what `errors` names, and end open returns and disputes; then erase the customer. */
  customer_has_open_orders: 409;
  /** The export isn’t finished. Read the export again in a moment, and download it when it is `completed`. */
  export_not_ready: 409;
  /** There is no VAT number to check. Set `vatNumber` first. */
  vat_number_missing: 409;
  /** The category has subcategories. Move or delete them first. */
  category_not_empty: 409;
  /** Not a pull subscription. Its deliveries are sent to its URL. Create a subscription with `kind: "pull"` to claim them. */
  not_a_pull_subscription: 409;
  /** The subscription has expired. Change it with `active: true` and a new `expiresIn`, or null for no end. */
  subscription_expired: 409;
  /** There was no such claim. Claim the delivery first, and report the outcome with the `attempt` of the claim. */
  not_claimed: 409;
  /** Already delivered. No retry is needed. If the receiver has lost it, `POST …/deliveries/{id}/redeliver` sends it again. */
  already_delivered: 409;
  /** The recovery has ended. Start another recovery for the rest of the range. */
  recovery_ended: 409;
  /** The host belongs to another store. Remove the other store’s TXT record, or ask the operator of the deployment. */
  host_taken: 409;
  /** The host isn’t proven yet. Publish the TXT record that `detail` names, and try again; DNS may need some minutes. */
  host_unproven: 409;
  /** Prices use the old currency. Change the currency of those variants first. */
  currency_in_use: 409;
  /** The store needs an owner. Make another operator an owner first. */
  last_owner: 409;
  /** The order can’t change to this status. Read the order again; `detail` says which statuses it can change to. */
  illegal_transition: 409;
  /** The return can’t change to this status. Read the return again; `detail` says which statuses it can change to. */
  illegal_return_transition: 409;
  /** The payment doesn’t match the order. Compare the figures in the order’s `attentionDetails` with the provider. Then acknowledge them with a reason, or refund and cancel the order. */
  payment_mismatch: 409;
  /** A payment of the order is disputed. See the order’s `disputes`. Acknowledge it with a reason to ship or refund all the same: the shopper’s bank may take the money back too. */
  payment_disputed: 409;
  /** The money that paid for the exchange went back. See the refunds of the first order, which `detail` names. Acknowledge it there with a reason to ship all the same, or cancel the exchange. */
  exchange_unpaid: 409;
  /** The payment can’t be captured. Read it again: only a payment that is `authorised` is captured, up to what is left of it. */
  payment_not_authorised: 409;
  /** The provider refuses the capture. See `detail`: it is what the provider says. A card may not be captured in parts. */
  capture_refused: 409;
  /** The payment can’t be marked as paid. Read it again: only a payment of a manual account that isn’t paid yet can be. */
  payment_not_open: 409;
  /** The account can’t take payments yet. Set what `errors` names first. */
  payment_account_incomplete: 409;
  /** The store has too many active payment accounts. Set `active` of another account to false first: 20 may be active. */
  too_many_payment_accounts: 409;
  /** The payment method isn’t offered for this order. List the payment methods of the cart again, and let the shopper choose another one. */
  payment_method_unavailable: 409;
  /** The order doesn’t wait for a payment. Read the order again: it is paid, cancelled, or its payment is under way. */
  order_not_payable: 409;
  /** Payments were made with the account. Change it with `active: false`: it gets no new payments, and what it got can be refunded from it. */
  payment_account_in_use: 409;
  /** The order has nothing to acknowledge. Read the order again: its `attention` is null. */
  nothing_to_acknowledge: 409;
  /** Nothing of the order waits to be picked up. Read the order again: its `pickupPlace` is null, or all of its goods have left. */
  nothing_to_pick_up: 409;
  /** The event was already applied. Nothing is left to do: read the order and its payments. */
  already_applied: 409;
  /** The order isn’t paid. Try again when it is paid. */
  not_paid: 409;
  /** The order isn’t shipped. The store issues invoices when goods are shipped: try again then. */
  not_shipped: 409;
  /** The buyer has withdrawn from the order. Cancel and refund it; or acknowledge it with a reason, and then ship it. */
  order_withdrawn: 409;
  /** The address can’t be changed any more. Goods have left for it, or none is to be shipped to it: ask the carrier for a parcel that is on its way. If it stands on a label, cancel the label first. */
  address_fixed: 409;
  /** The order can’t have a label. See `detail`: goods that are picked up need none, and the sender is the `seller` of the settings. */
  label_not_possible: 409;
  /** The goods have a label already. Ship with the label that the order’s `labels` show, or cancel it. One that is `requested` is requested again by the same request. */
  label_exists: 409;
  /** The carrier refuses. See `detail`: it is what the carrier says. Correct the address or the weight, or choose another service. */
  label_refused: 409;
  /** Another tax is charged at the new address. Cancel the order, and have it placed again with the new address; or choose one where the same tax is charged. */
  tax_would_change: 409;
  /** The document has no e-invoice. Set what `errors` names, in the settings of the store or at the checkout; documents that are issued later have one. */
  e_invoice_incomplete: 409;
  /** The quantity is larger than what is left. Lower the quantity of the lines in `errors`; the order shows what is left of each. */
  quantity_exceeded: 409;
  /** The refund is larger than what is left. Lower the amount: all refunds together are at most what was paid. Cancel an exchange that `detail` names, and its money can be refunded. */
  refund_exceeds_captured: 409;
  /** Too many orders wait for their payment. Pay or give up an earlier order: one that isn’t paid is cancelled, by default after 30 minutes. */
  too_many_unpaid_orders: 409;
  /** Not enough stock. Lower the quantity of the lines in `errors`. */
  insufficient_stock: 409;
  /** The stock is reserved for orders. Keep at least what is `reserved`, cancel orders first, or allow backorders. */
  below_reserved: 409;
  /** The amount is too large. Lower the quantity: a total is at most 9007199254740991. */
  amount_too_large: 409;
  /** The cart is already completed. Start a new cart. */
  cart_completed: 409;
  /** The cart is not ready for checkout. Add what `errors` names. */
  cart_incomplete: 409;
  /** The tax isn’t known. Read the cart again, which asks the tax provider of the store, and check out once it has no `issues`. */
  tax_unavailable: 409;
  /** The cart is full. Remove a line, or start another cart. */
  cart_full: 409;
  /** The line is a gift. It comes and goes with the discount that gives it; `declinesGifts` of the cart refuses all gifts. */
  gift_line: 409;
  /** The store doesn’t sell in this currency. Choose one of `currencies` of GET /store/v1/config. */
  currency_not_sold: 409;
  /** The currency differs. Buy variants that have a price in the cart’s currency. */
  currency_mismatch: 409;
  /** The discount code doesn’t apply. Check the code, or remove it from the cart; `detail` says what is wrong with it. */
  discount_not_applicable: 409;
  /** The total has changed. Show the cart to the shopper again, and check out with its current total. */
  total_changed: 409;
  /** A legal text isn’t accepted. Show the shopper the current texts, and send `kind` and `sha256` of those that they accepted. */
  texts_not_accepted: 409;
  /** There is no text to require. Publish a text of that kind first. */
  text_missing: 409;
  /** The version is taken. Choose another version: a published text is never changed. */
  duplicate_version: 409;
  /** The name is taken. Choose another name. */
  duplicate_name: 409;
  /** Customers or price lists use the group. Take its customers out of it, and delete its price lists or make them for another group. */
  customer_group_in_use: 409;
  /** The store has too many price lists. Delete one that is no longer needed; one that has ended counts too. */
  too_many_price_lists: 409;
  /** The store has too many automatic discounts. Switch one off, or delete it; one that has ended counts too. */
  too_many_discounts: 409;
  /** The discount has too many codes. Generate fewer, or create another discount. */
  too_many_discount_codes: 409;
  /** No e-mail address is known. Give the order’s messages an address first. */
  email_missing: 409;
  /** The store has too many draft orders. Place or delete one that is no longer needed. */
  too_many_draft_orders: 409;
  /** The code is taken. Choose another code. */
  duplicate_code: 409;
  /** A request with this Idempotency-Key is under way. Try again in a moment; you then get the response to the first request. */
  idempotency_key_in_flight: 409;
  /** The Idempotency-Key was used with another body. Use a new key for each new request, and the same one only to repeat it. */
  idempotency_key_reused: 422;
  /** The resource has another version. Read it again, and send its ETag as If-Match. */
  precondition_failed: 412;
  /** The request is not valid HTTP. Use an HTTP/1.1 client; the connection is closed. */
  malformed_request: 400;
  /** The request took too long to arrive. Send it again without pauses. */
  request_timeout: 408;
  /** The headers are too large. Send at most 16 KiB of headers. */
  headers_too_large: 431;
  /** The body is too large. Send at most 256 KiB, and 1 MiB to the payment callback. */
  payload_too_large: 413;
  /** The body must be JSON. Send Content-Type: application/json. */
  unsupported_media_type: 415;
  /** Too many requests or attempts. Wait as long as `Retry-After` says. */
  too_many_requests: 429;
  /** The provider refuses the account. Correct the key that `errors` names; `detail` is what the provider says. */
  payment_account_refused: 422;
  /** A category can’t be below itself. Choose a parent that is not below the category. */
  category_circle: 422;
  /** An internal error occurred. Try again; quote `requestId` when you report it. */
  internal_error: 500;
  /** A dependency is unavailable. Try again in a few seconds. */
  dependency_unavailable: 503;
}

export type ErrorCode = keyof ErrorStatuses;

export interface Address {
  /** Full name of the recipient */
  name: string;
  company?: string | null;
  line1: string;
  line2?: string | null;
  city: string;
  postalCode: string;
  region?: string | null;
  /** An assigned code of ISO 3166-1 alpha-2, in either case (the United Kingdom is GB); stored upper-case */
  country: string;
  phone?: string | null;
}

export interface Cart {
  /** UUID */
  id: string;
  /** The customer of the cart; null: a guest’s, for anyone who knows its id */
  customerId: string | null;
  currency: string;
  /** Receives the order’s messages; the customer’s address until one is set */
  email: string | null;
  /** The language of the order’s documents; null: the store’s */
  locale: "en" | "de" | "fr" | "es" | null;
  lines: {
    /** UUID */
    id: string;
    /** UUID */
    variantId: string;
    sku: string;
    /** The variant’s title; the product’s where the variant has none */
    title: string;
    productTitle: string;
    /** Null: the variant has no title of its own */
    variantTitle: string | null;
    quantity: number;
    /** false: a voucher, a download, a service */
    requiresShipping: boolean;
    /** A discount gives it: the line comes and goes with the discount, which takes its price off, and can’t be changed. Its `id` is that of the discount */
    isGift: boolean;
    /** The current price; without tax under reverse charge */
    unitAmount: number;
    /** The list that the unit price came from; null: it is the base price */
    priceList: {
      /** UUID */
      id: string;
      name: string;
    } | null;
    /** Unit amount times quantity */
    subtotal: number;
    /** Minor units (cents) */
    discountTotal: number;
    /** Its share in the tax of its rate, which is rounded once for the cart */
    taxTotal: number;
    /** What is paid for the line, after discount and with tax */
    total: number;
    /** The listed price when the quantity was chosen, if it has changed */
    previousUnitAmount: number | null;
    /** How many of `quantity` are available now */
    availableQuantity: number;
    /** What changed since. Checkout refuses all but `price_changed`; a line whose variant is unpublished or deleted is `not_for_sale` and costs nothing */
    issues: ("price_changed" | "insufficient_stock" | "not_for_sale")[];
  }[];
  shippingAddress: Address | null;
  billingAddress: {
    /** Full name of the recipient */
    name: string;
    company?: string | null;
    line1: string;
    line2?: string | null;
    city: string;
    postalCode: string;
    region?: string | null;
    /** An assigned code of ISO 3166-1 alpha-2, in either case (the United Kingdom is GB); stored upper-case */
    country: string;
    phone?: string | null;
    /** The number under which a public buyer in Germany takes invoices, such as 991-12345-06: buyer reference and electronic address of an XRechnung */
    leitwegId?: string | null;
  } | null;
  /** Whether anything of it is shipped. Otherwise it needs neither shipping address nor option, but a billing address, whose place is that of its tax */
  requiresShipping: boolean;
  /** UUID */
  shippingOptionId: string | null;
  /** Where shoppers pick up their goods, and so where these are taxed; null: the goods are sent. `name` of the address is that of the place */
  pickupPlace: PickupPlace | null;
  discountCode: string | null;
  /** Discounts of the cart, in the order in which they are applied: that of its code, and the automatic ones. One that is unknown, switched off, not valid now or used up isn’t listed, nor is an automatic one for other customer groups */
  discounts: {
    /** Null: it is automatic */
    code: string | null;
    /** The discount’s title, or else its code */
    title: string;
    kind: "percentage" | "amount" | "free_shipping" | "tiers" | "buy_x_get_y" | "gift";
    applied: boolean;
    /** What it takes off the goods, a part of `discountTotal`; 0 for free shipping, which `shippingTotal` is without */
    amount: number;
    /** Why it isn’t applied: `minimum_not_reached` (the goods that it is about are too few), `not_these_goods` (none of them is in the cart), `other_customers` (it is for other customer groups), `sign_in_required` (it is for customers who are known), `not_first_order`, `already_used` (each customer may use it once), `other_currency`, `not_combinable` (it isn’t applied beside others), `gift_declined` (the cart wants no gifts), or `gift_unavailable` (what it gives is out of stock or not for sale) */
    reason: "minimum_not_reached" | "not_these_goods" | "other_customers" | "sign_in_required" | "not_first_order" | "already_used" | "other_currency" | "not_combinable" | "gift_declined" | "gift_unavailable" | null;
    /** With `minimum_not_reached`: the missing amount, in minor units */
    missingAmount: number | null;
    /** With `minimum_not_reached`: the number of missing units */
    missingQuantity: number | null;
  }[];
  /** true: no discount gives a gift */
  declinesGifts: boolean;
  /** Sum of the lines’ subtotals */
  subtotal: number;
  /** Minor units (cents) */
  discountTotal: number;
  /** Minor units (cents) */
  shippingTotal: number;
  /** Minor units (cents) */
  taxTotal: number;
  /** subtotal − discountTotal + shippingTotal, and + taxTotal where prices don’t include tax */
  total: number;
  taxLines: TaxLine[];
  /** Whether its amounts include tax: as the group of its customer says, else the store */
  pricesIncludeTax: boolean;
  /** No tax is charged: the customer accounts for it */
  reverseCharge: boolean;
  /** No tax is charged: the customer is exempt. Reverse charge takes precedence */
  taxExempt: boolean;
  /** Checkout refuses each. `tax_unavailable`: the store’s tax provider hasn’t said the rates, so those shown are the store’s own; reading the cart asks it again */
  issues: ("shipping_option_unavailable" | "discount_not_applicable" | "tax_unavailable")[];
  completed: boolean;
  /** Fields of the store’s own whose names begin with `public.` */
  metadata: Record<string, string | number | boolean | null>;
  version: number;
}

export interface Category {
  /** UUID */
  id: string;
  name: string;
  slug: string;
  /** UUID */
  parentId: string | null;
  position: number;
  description: string | null;
  seoTitle: string | null;
  seoDescription: string | null;
  /** Fields of the store’s own */
  metadata: Record<string, string | number | boolean | null>;
  /** Also the ETag; unchanged when only a sibling moves */
  version: number;
  /** ISO 8601 */
  createdAt: string;
  /** ISO 8601 */
  updatedAt: string;
}

export interface Customer {
  /** UUID */
  id: string;
  email: string;
  emailVerified: boolean;
  name: string | null;
  phone: string | null;
  isB2b: boolean;
  /** Pays no tax on any cart or order; open carts follow at their next reading */
  taxExempt: boolean;
  acceptsMarketing: boolean;
  vatNumber: string | null;
  /** pending: VIES is being asked · valid, invalid: the result of VIES, or of the syntax check · unavailable: VIES did not respond, the check is retried · unsupported: VIES does not know this country’s numbers. Only valid exempts. */
  vatStatus: "pending" | "valid" | "invalid" | "unavailable" | "unsupported" | null;
  /** ISO 8601 */
  vatCheckedAt: string | null;
  vatName: string | null;
  version: number;
  /** ISO 8601 */
  createdAt: string;
  /** ISO 8601 */
  updatedAt: string;
  /** Fields of the store’s own */
  metadata: Record<string, string | number | boolean | null>;
  /** The group whose prices the customer gets; null: none. Open carts follow at their next reading */
  customerGroupId: string | null;
  /** VIES’s receipt of the check; proof for the tax office */
  vatConsultationNumber: string | null;
  disabled: boolean;
  /** Since then the person is being removed; the customer stays only for their orders */
  erasedAt: string | null;
}

export interface CustomerGroup {
  /** UUID */
  id: string;
  name: string;
  /** Whether its customers see and pay prices with tax in them (true), or net prices to which their carts add the tax (false); null: as the store’s. The amounts of price lists for the group are in these terms; other prices and shipping are converted with the rate of the store’s country */
  pricesIncludeTax: boolean | null;
  /** Increases with each change; also the ETag */
  version: number;
  /** ISO 8601 */
  createdAt: string;
}

export interface CustomerAddress {
  /** UUID */
  id: string;
  /** Full name of the recipient */
  name: string;
  company?: string | null;
  line1: string;
  line2?: string | null;
  city: string;
  postalCode: string;
  region?: string | null;
  /** An assigned code of ISO 3166-1 alpha-2, in either case (the United Kingdom is GB); stored upper-case */
  country: string;
  phone?: string | null;
  /** ISO 8601 */
  createdAt: string;
  /** ISO 8601 */
  updatedAt: string;
  /** Increases with each change; also the ETag */
  version: number;
}

export interface Delivery {
  /** The envelope’s id, its idempotency key */
  id: string;
  /** UUID */
  subscriptionId: string;
  /** A name from the event catalogue */
  event: "order.created" | "order.paid" | "order.shipped" | "order.cancelled" | "order.refunded" | "order.partially_refunded" | "order.shipment_created" | "order.completed" | "order.updated" | "order.ready_for_pickup" | "order.note_added" | "checkout.started" | "cart.abandoned" | "payment.authorized" | "payment.captured" | "payment.failed" | "payment.voided" | "dispute.opened" | "dispute.closed" | "refund.failed" | "credit_note.created" | "refund.issued" | "return.requested" | "return.approved" | "return.rejected" | "return.received" | "return.refunded" | "return.exchanged" | "product.created" | "product.updated" | "product.deleted" | "product.published" | "product.unpublished" | "variant.created" | "variant.updated" | "variant.deleted" | "inventory.changed" | "inventory.low" | "inventory.sold_out" | "inventory.restocked" | "category.created" | "category.updated" | "category.deleted" | "price_list.created" | "price_list.updated" | "price_list.deleted" | "discount.used_up" | "customer.created" | "customer.updated" | "customer.erased" | "import.completed" | "webhook.endpoint_failing" | "webhook.endpoint_paused" | "webhook.endpoint_recovered" | "webhook.delivery_exhausted";
  /** The same in the deliveries of each subscription */
  eventId: string;
  /** The order, product or subscription that it happened to; of a test, one that doesn’t exist */
  resourceId: string;
  status: "pending" | "delivered" | "failed" | "exhausted";
  /** Attempts made; the one under way is only in `attemptRecords` */
  attempts: number;
  /** ISO 8601 */
  createdAt: string;
  /** ISO 8601 */
  lastAttemptAt: string | null;
  /** Null when delivered or exhausted */
  nextRetryAt: string | null;
  /** Why it is not sent yet. `retry`: its next retry is not due. `rate`: the `maxPerSecond` of its subscription, or a 429 of its endpoint. `pause`: its subscription is paused. `claim`: its subscriber has to claim it. Null: nothing of these */
  waitsFor: "retry" | "rate" | "pause" | "claim" | null;
  /** HTTP status of the last attempt; null after a network error, and of a broker */
  responseCode: number | null;
  /** A short text from a closed set */
  lastError: string | null;
  /** Requested by an operator; nothing happened in the store */
  isTest: boolean;
  /** `X-Service-Sequence`: counts the deliveries of the subscription from their first attempt on; null before it, and for tests */
  sequence: number | null;
}

export interface Discount {
  /** UUID */
  id: string;
  code: string;
  /** What shoppers see; null: the code */
  title: string | null;
  /** It applies to every cart that meets its conditions, without a code */
  automatic: boolean;
  /** It applies by codes that are generated for it, each for one order; `code` only names it */
  singleUseCodes: boolean;
  kind: "percentage" | "amount" | "free_shipping" | "tiers" | "buy_x_get_y" | "gift";
  basisPoints: number | null;
  /** Minor units (cents) */
  amount: number | null;
  /** The currency of `amount`, `minimumAmount` and `tiers`: it applies to carts in this currency; null: the store’s */
  currency: string | null;
  /** For `tiers`, ascending: the highest that is reached applies */
  tiers: {
    /** Minimum price of the goods, before discounts, in minor units */
    from: number;
    /** 1000 is 10 % */
    basisPoints: number;
  }[];
  /** For `buy_x_get_y`: the number of units at full price */
  buyQuantity: number | null;
  /** For `buy_x_get_y`: how many more units, the cheapest, are reduced by `basisPoints` (10000 by default) */
  getQuantity: number | null;
  /** The product of `giftVariantId` */
  giftProductId: string | null;
  /** For `gift`: the variant that it adds to the cart for nothing */
  giftVariantId: string | null;
  /** For `gift`: how many units of it (1 by default) */
  giftQuantity: number | null;
  /** The largest is applied first, and among equal ones that of the cart’s code */
  priority: number;
  /** false: it applies only where no other does before it, and none is applied after it */
  combinable: boolean;
  /** Minimum price of the goods that it is about, before discounts, in minor units */
  minimumAmount: number | null;
  /** Minimum number of units of them */
  minimumQuantity: number | null;
  /** Products that it is about; with `categoryIds` empty too: all */
  productIds: string[];
  /** Categories that it is about, with those below them */
  categoryIds: string[];
  /** Customer groups that it is for; empty: all customers */
  customerGroupIds: string[];
  /** Only for the first order of a customer who is signed in; a cancelled order doesn’t count */
  firstOrder: boolean;
  /** Each customer may use it once, and is signed in for it */
  oncePerCustomer: boolean;
  active: boolean;
  /** ISO 8601 */
  startsAt: string | null;
  /** ISO 8601 */
  endsAt: string | null;
  usageLimit: number | null;
  timesUsed: number;
  version: number;
  /** ISO 8601 */
  createdAt: string;
}

export interface Dispute {
  /** UUID */
  id: string;
  /** UUID */
  orderId: string;
  /** UUID */
  paymentId: string;
  providerDisputeId: string;
  /** Minor units (cents) */
  amount: number;
  currency: string;
  reason: string | null;
  /** As the provider reports it */
  status: string;
  /** Null while it is open; then such as `won` or `lost` */
  outcome: string | null;
  /** ISO 8601 */
  createdAt: string;
  /** ISO 8601 */
  closedAt: string | null;
}

export interface DraftOrder {
  /** UUID */
  id: string;
  currency: string;
  /** Receives the order’s messages; the customer’s address until one is set */
  email: string | null;
  /** The language of the order’s documents; null: the store’s */
  locale: "en" | "de" | "fr" | "es" | null;
  shippingAddress: Address | null;
  billingAddress: {
    /** Full name of the recipient */
    name: string;
    company?: string | null;
    line1: string;
    line2?: string | null;
    city: string;
    postalCode: string;
    region?: string | null;
    /** An assigned code of ISO 3166-1 alpha-2, in either case (the United Kingdom is GB); stored upper-case */
    country: string;
    phone?: string | null;
    /** The number under which a public buyer in Germany takes invoices, such as 991-12345-06: buyer reference and electronic address of an XRechnung */
    leitwegId?: string | null;
  } | null;
  /** Whether anything of it is shipped. Otherwise it needs neither shipping address nor option, but a billing address, whose place is that of its tax */
  requiresShipping: boolean;
  /** UUID */
  shippingOptionId: string | null;
  /** Where shoppers pick up their goods, and so where these are taxed; null: the goods are sent. `name` of the address is that of the place */
  pickupPlace: PickupPlace | null;
  discountCode: string | null;
  /** Discounts of the cart, in the order in which they are applied: that of its code, and the automatic ones. One that is unknown, switched off, not valid now or used up isn’t listed, nor is an automatic one for other customer groups */
  discounts: {
    /** Null: it is automatic */
    code: string | null;
    /** The discount’s title, or else its code */
    title: string;
    kind: "percentage" | "amount" | "free_shipping" | "tiers" | "buy_x_get_y" | "gift";
    applied: boolean;
    /** What it takes off the goods, a part of `discountTotal`; 0 for free shipping, which `shippingTotal` is without */
    amount: number;
    /** Why it isn’t applied: `minimum_not_reached` (the goods that it is about are too few), `not_these_goods` (none of them is in the cart), `other_customers` (it is for other customer groups), `sign_in_required` (it is for customers who are known), `not_first_order`, `already_used` (each customer may use it once), `other_currency`, `not_combinable` (it isn’t applied beside others), `gift_declined` (the cart wants no gifts), or `gift_unavailable` (what it gives is out of stock or not for sale) */
    reason: "minimum_not_reached" | "not_these_goods" | "other_customers" | "sign_in_required" | "not_first_order" | "already_used" | "other_currency" | "not_combinable" | "gift_declined" | "gift_unavailable" | null;
    /** With `minimum_not_reached`: the missing amount, in minor units */
    missingAmount: number | null;
    /** With `minimum_not_reached`: the number of missing units */
    missingQuantity: number | null;
  }[];
  /** true: no discount gives a gift */
  declinesGifts: boolean;
  /** Sum of the lines’ subtotals */
  subtotal: number;
  /** Minor units (cents) */
  discountTotal: number;
  /** Minor units (cents) */
  shippingTotal: number;
  /** Minor units (cents) */
  taxTotal: number;
  /** subtotal − discountTotal + shippingTotal, and + taxTotal where prices don’t include tax */
  total: number;
  taxLines: TaxLine[];
  /** Whether its amounts include tax: as the group of its customer says, else the store */
  pricesIncludeTax: boolean;
  /** No tax is charged: the customer accounts for it */
  reverseCharge: boolean;
  /** No tax is charged: the customer is exempt. Reverse charge takes precedence */
  taxExempt: boolean;
  /** Checkout refuses each. `tax_unavailable`: the store’s tax provider hasn’t said the rates, so those shown are the store’s own; reading the cart asks it again */
  issues: ("shipping_option_unavailable" | "discount_not_applicable" | "tax_unavailable")[];
  /** Fields of the store’s own whose names begin with `public.` */
  metadata: Record<string, string | number | boolean | null>;
  version: number;
  /** UUID */
  customerId: string | null;
  lines: {
    /** UUID */
    id: string;
    /** UUID */
    variantId: string;
    sku: string;
    /** The variant’s title; the product’s where the variant has none */
    title: string;
    productTitle: string;
    /** Null: the variant has no title of its own */
    variantTitle: string | null;
    quantity: number;
    /** false: a voucher, a download, a service */
    requiresShipping: boolean;
    /** A discount gives it: the line comes and goes with the discount, which takes its price off, and can’t be changed. Its `id` is that of the discount */
    isGift: boolean;
    /** The current price; without tax under reverse charge */
    unitAmount: number;
    /** The list that the unit price came from; null: it is the base price */
    priceList: {
      /** UUID */
      id: string;
      name: string;
    } | null;
    /** Unit amount times quantity */
    subtotal: number;
    /** Minor units (cents) */
    discountTotal: number;
    /** Its share in the tax of its rate, which is rounded once for the cart */
    taxTotal: number;
    /** What is paid for the line, after discount and with tax */
    total: number;
    /** The listed price when the quantity was chosen, if it has changed */
    previousUnitAmount: number | null;
    /** How many of `quantity` are available now */
    availableQuantity: number;
    /** What changed since. Checkout refuses all but `price_changed`; a line whose variant is unpublished or deleted is `not_for_sale` and costs nothing */
    issues: ("price_changed" | "insufficient_stock" | "not_for_sale")[];
    /** The price of a unit, in the terms of `pricesIncludeTax`, in place of the catalogue’s; null: the price of the catalogue */
    unitAmountByHand: number | null;
    /** What the catalogue says; null: it has no price in this currency */
    catalogueUnitAmount: number | null;
  }[];
  /** In place of an option that the store offers. The amount is in the terms of `pricesIncludeTax` */
  shippingByHand: {
    name: string;
    /** Minor units (cents) */
    amount: number;
  } | null;
  /** Null: none is chosen, or it isn’t offered there */
  shippingName: string | null;
  /** The order with whose goods its own leave; null: they leave alone */
  additionTo: {
    /** UUID */
    orderId: string;
    number: number;
  } | null;
  /** For operators; it goes into the history of the order */
  note: string | null;
  /** ISO 8601 */
  createdAt: string;
  /** ISO 8601 */
  updatedAt: string;
}

export interface EventActor {
  type: "operator" | "api_key" | "subscriber" | "guest" | "customer" | "payment_provider" | "command" | "job";
  id: string | null;
}

export interface EventChange {
  name: string;
  before: unknown;
  after: unknown;
}

export interface NewVariant {
  sku: string;
  /** Minor units (cents) */
  priceAmount: number;
  title?: string | null;
  /** Free-form names and values, such as `{ "Size": "M" }` */
  options?: Record<string, string>;
  /** Three letters; stored upper-case. Carts are in currencies of ISO 4217, so a variant with another code isn’t sold */
  currency?: string;
  /** Minor units (cents) */
  compareAtAmount?: number | null;
  stockQuantity?: number;
  allowBackorder?: boolean;
  /** `inventory.low` fires when this number or fewer are available; null: never */
  lowStockThreshold?: number | null;
  /** false: a voucher, a download, a service. It is fulfilled when the order is paid, and nothing is shipped. Default: true */
  requiresShipping?: boolean;
  /** Such as `bulky` or `cooled`: only shipping options that name it in their `profiles` take the variant; null: all do */
  shippingProfile?: string | null;
  /** Where it isn’t that of the product; null: the product’s `taxClass` */
  taxClass?: string | null;
  weightGrams?: number | null;
  lengthMm?: number | null;
  widthMm?: number | null;
  heightMm?: number | null;
  /** Its content in `contentUnit`, such as 750 with `ml`. With both, the storefront has the unit price; null: it isn’t sold by measure */
  contentAmount?: number | null;
  contentUnit?: "mg" | "g" | "kg" | "ml" | "cl" | "l" | "mm" | "cm" | "m" | "cm2" | "m2" | "m3" | null;
  /** The amount of `contentUnit` that the unit price is for, such as 100 with `g`; null: 1 kg, 1 l, 1 m, 1 m² or 1 m³, as EU law has it */
  referenceAmount?: number | null;
  position?: number;
  /** Fields of the store’s own, replaced as a whole: up to 50, together at most 8192 bytes of JSON. The storefront sees those whose names begin with `public.` */
  metadata?: Record<string, string | number | boolean | null>;
}

export interface Order {
  /** UUID */
  id: string;
  number: number;
  status: "pending" | "paid" | "shipped" | "cancelled" | "refunded" | "partially_refunded";
  paymentStatus: "disputed" | "charged_back" | "overpaid" | "refunded" | "partly_refunded" | "paid" | "partly_paid" | "authorised" | "unpaid";
  fulfilmentStatus: "unfulfilled" | "partly_shipped" | "shipped" | "partly_returned" | "returned" | "nothing_to_ship";
  /** UUID */
  customerId: string | null;
  email: string | null;
  currency: string;
  /** Minor units (cents) */
  total: number;
  /** The part of the total that the buyer no longer has to pay, because an operator removed units before the order was paid; its credit note is issued with the payment */
  removedTotal: number;
  /** Minor units (cents) */
  refundedTotal: number;
  /** The reason why an operator must look at it, the gravest of several: `payment_disputed` (one is open, or was lost), `payment_mismatch`, `exchange_unpaid` (the provider paid back what paid for exchanges of its goods), `paid_after_cancellation`, `paid_again` (a payment was reported again without new money) or `withdrawn` (the buyer withdrew before all was shipped); null: nothing is wrong */
  attention: string | null;
  /** The operators’ words for it, sorted. Shoppers don’t see them */
  tags: string[];
  /** ISO 8601 */
  createdAt: string;
  version: number;
  /** When the buyer withdrew from it; null: they didn’t, or an operator has acknowledged it. Nothing is shipped meanwhile */
  withdrawnAt: string | null;
  /** The figures of a `payment_mismatch`. The goods can’t be shipped until it is acknowledged. */
  attentionDetails: {
    /** UUID */
    paymentId: string;
    /** The amount that was due */
    expected: {
      amount: number | null;
      currency: string | null;
    };
    /** What the provider reports as received; null: it reports none, or no valid amount or currency */
    received: {
      amount: number | null;
      currency: string | null;
    };
  } | null;
  /** Minor units (cents) */
  subtotal: number;
  /** Minor units (cents) */
  discountTotal: number;
  /** Minor units (cents) */
  shippingTotal: number;
  /** Minor units (cents) */
  taxTotal: number;
  taxLines: TaxLine[];
  pricesIncludeTax: boolean;
  reverseCharge: boolean;
  taxExempt: boolean;
  /** The customer’s VAT number at the checkout */
  vatNumber: string | null;
  /** Its status then; only `valid` is proven */
  vatStatus: "pending" | "valid" | "invalid" | "unavailable" | "unsupported" | null;
  discountCode: string | null;
  /** The discounts that were applied, in this order */
  discounts: {
    /** Null: it is automatic */
    code: string | null;
    /** The discount’s title, or else its code */
    title: string;
    kind: "percentage" | "amount" | "free_shipping" | "tiers" | "buy_x_get_y" | "gift";
    /** What it takes off the goods, a part of `discountTotal`; 0 for free shipping, which `shippingTotal` is without */
    amount: number;
  }[];
  /** The language of the order’s documents */
  locale: "en" | "de" | "fr" | "es";
  /** What the shopper accepted at the checkout */
  acceptedTexts: {
    /** terms: terms of business · withdrawal: right of withdrawal · privacy: privacy notice */
    kind: "terms" | "withdrawal" | "privacy";
    locale: "en" | "de" | "fr" | "es";
    version: string;
    sha256: string;
    /** ISO 8601 */
    acceptedAt: string;
  }[];
  /** The order and its return that this order is the exchange of */
  exchangeOf: {
    /** UUID */
    orderId: string;
    /** UUID */
    returnId: string;
  } | null;
  /** The order with whose goods this one’s leave */
  additionTo: {
    /** UUID */
    orderId: string;
    number: number;
  } | null;
  /** Orders whose goods leave with those of this one */
  additions: {
    /** UUID */
    orderId: string;
    number: number;
  }[];
  shippingAddress: Address | null;
  /** Where shoppers pick up their goods, and so where these are taxed; null: the goods are sent. `name` of the address is that of the place */
  pickupPlace: PickupPlace | null;
  /** When an operator said that the goods wait at `pickupPlace`; null: not yet, or they are sent */
  readyForPickupAt: string | null;
  billingAddress: {
    /** Full name of the recipient */
    name: string;
    company?: string | null;
    line1: string;
    line2?: string | null;
    city: string;
    postalCode: string;
    region?: string | null;
    /** An assigned code of ISO 3166-1 alpha-2, in either case (the United Kingdom is GB); stored upper-case */
    country: string;
    phone?: string | null;
    /** The number under which a public buyer in Germany takes invoices, such as 991-12345-06: buyer reference and electronic address of an XRechnung */
    leitwegId?: string | null;
  } | null;
  /** Fields of the store’s own */
  metadata: Record<string, string | number | boolean | null>;
  /** In the order of the cart */
  lines: {
    /** UUID */
    id: string;
    /** UUID */
    productId: string;
    /** UUID */
    variantId: string;
    sku: string;
    /** The variant’s title; the product’s where the variant has none */
    title: string;
    productTitle: string;
    /** Null: the variant has no title of its own */
    variantTitle: string | null;
    quantity: number;
    shippedQuantity: number;
    /** Units that will not be shipped: cancelled, refunded with their stock, or written off by a full refund */
    releasedQuantity: number;
    /** Units whose money went back, or that were removed before it came */
    refundedQuantity: number;
    /** Units that may still leave: neither shipped nor released nor refunded */
    shippableQuantity: number;
    /** Shipped units that came back */
    returnedQuantity: number;
    /** The part of those for which another order sends other goods */
    exchangedQuantity: number;
    /** Minor units (cents) */
    unitAmount: number;
    /** The list that the unit price came from; null: it is the base price */
    priceList: {
      /** UUID */
      id: string;
      name: string;
    } | null;
    /** Minor units (cents) */
    discountTotal: number;
    /** Its share in the tax of its rate, which is rounded once for the order */
    taxTotal: number;
    /** That of the variant, or else of its product, when it was bought */
    taxClass: string;
    /** false: it is fulfilled when the order is paid, without a shipment; then `shippedQuantity` counts it */
    requiresShipping: boolean;
    /** A discount gave it, and takes its price off */
    isGift: boolean;
    /** Hundredths of a percent: 1900 is 19 %, 887.5 is 8.875 % */
    rateBasisPoints: number;
    /** The price of the line, after discount and with tax */
    total: number;
  }[];
  history: {
    status: "pending" | "paid" | "shipped" | "cancelled" | "refunded" | "partially_refunded";
    previousStatus: "pending" | "paid" | "shipped" | "cancelled" | "refunded" | "partially_refunded" | null;
    /** The actor: `storefront`, `system`, `admin:<id>` or `provider:<event id>` */
    actor: string;
    /** Further details: tracking, lines, a reason, an amount */
    details?: Record<string, unknown>;
    /** ISO 8601 */
    createdAt: string;
  }[];
  shipments: {
    /** UUID */
    id: string;
    tracking: {
      carrier: string | null;
      number: string | null;
      url: string | null;
    };
    lines: {
      /** UUID */
      lineId: string;
      quantity: number;
    }[];
    /** ISO 8601 */
    createdAt: string;
  }[];
  /** Of carriers, also those that were cancelled */
  labels: CancelLabelResponse[];
  payments: Payment[];
  refunds: Refund[];
  /** Null: its invoice hasn’t been issued */
  invoiceNumber: string | null;
  /** Whether its invoice and its credit notes are there as XML of EN 16931, too: they were issued with all that it asks for */
  hasEInvoices: boolean;
  creditNotes: {
    /** UUID */
    id: string;
    number: number;
    /** Minor units (cents) */
    amount: number;
    currency: string;
    /** The document that cancels it, because its refund failed. Whatever takes the id of a credit note takes its id too */
    cancellation: {
      /** UUID */
      id: string;
      number: number;
      /** ISO 8601 */
      createdAt: string;
    } | null;
    /** ISO 8601 */
    createdAt: string;
    /** Null where it is about what of the invoice is never paid */
    refundId: string | null;
  }[];
  disputes: Dispute[];
}

export interface OrderSummary {
  /** UUID */
  id: string;
  number: number;
  status: "pending" | "paid" | "shipped" | "cancelled" | "refunded" | "partially_refunded";
  paymentStatus: "disputed" | "charged_back" | "overpaid" | "refunded" | "partly_refunded" | "paid" | "partly_paid" | "authorised" | "unpaid";
  fulfilmentStatus: "unfulfilled" | "partly_shipped" | "shipped" | "partly_returned" | "returned" | "nothing_to_ship";
  /** UUID */
  customerId: string | null;
  email: string | null;
  currency: string;
  /** Minor units (cents) */
  total: number;
  /** The part of the total that the buyer no longer has to pay, because an operator removed units before the order was paid; its credit note is issued with the payment */
  removedTotal: number;
  /** Minor units (cents) */
  refundedTotal: number;
  /** The reason why an operator must look at it, the gravest of several: `payment_disputed` (one is open, or was lost), `payment_mismatch`, `exchange_unpaid` (the provider paid back what paid for exchanges of its goods), `paid_after_cancellation`, `paid_again` (a payment was reported again without new money) or `withdrawn` (the buyer withdrew before all was shipped); null: nothing is wrong */
  attention: string | null;
  /** The operators’ words for it, sorted. Shoppers don’t see them */
  tags: string[];
  /** ISO 8601 */
  createdAt: string;
  version: number;
}

export interface Payment {
  /** UUID */
  id: string;
  /** UUID */
  orderId: string;
  /** The store’s payment account that it was made with; null: the deployment’s */
  accountId: string | null;
  provider: string;
  providerPaymentId: string | null;
  /** Minor units (cents) */
  amount: number;
  /** Minor units (cents) */
  capturedAmount: number;
  /** What the provider has reported as refunded */
  refundedAmount: number;
  currency: string;
  status: "requires_payment" | "processing" | "failed" | "authorised" | "succeeded" | "cancelled";
  failure: {
    code: string;
    message: string | null;
  } | null;
  /** Until then the unpaid order is kept, and what is authorised can be captured; null: for half an hour */
  expiresAt: string | null;
  /** The reference that the operator gave when marking it as paid */
  reference: string | null;
  /** The day of the payment, as that operator gave it */
  paidOn: string | null;
  /** ISO 8601 */
  createdAt: string;
}

export interface PaymentAccount {
  /** UUID */
  id: string;
  /** `stripe`; `manual`: bank transfer, invoice or cash, which an operator marks as paid; one of `paymentProviders` in `GET /admin/v1/modules`. `fake` moves no money, and is refused where the deployment’s own provider is a real one */
  provider: string;
  /** For the store’s operators; shoppers don’t see it */
  name: string;
  /** Shoppers may choose it */
  active: boolean;
  /** Its place among the accounts, from 0; a position past the last one means the end. Shoppers see the active ones in this order, and without a choice the first that fits is taken */
  position: number;
  /** The name that shoppers see, by language. Missing ones: that of the store’s language, then that of `defaultNames` */
  names: {
    en?: string;
    de?: string;
    fr?: string;
    es?: string;
  };
  /** What shoppers see without `names`: it says how they pay, and not whose account it is */
  defaultNames: {
    en: string;
    de: string;
    fr: string;
    es: string;
  };
  /** The countries of buyers: that of the billing address, else that of the shipping address, else the store’s. Empty: everywhere */
  countries: string[];
  /** Currencies that it takes, each with the minimum and maximum total of an order, both included; null: no limit. Empty: every currency and total */
  currencies: {
    currency: string;
    /** Minor units (cents) */
    minimum: number | null;
    /** Minor units (cents) */
    maximum: number | null;
  }[];
  publishableKey: string | null;
  instructions: string | null;
  /** For `manual`: the instructions by the shopper’s language. Missing ones: `instructions` */
  instructionsByLocale: {
    en?: string;
    de?: string;
    fr?: string;
    es?: string;
  };
  dueDays: number | null;
  /** The provider’s own id of the account */
  providerAccountId: string | null;
  /** False: the keys are those of the provider’s test mode */
  isLive: boolean | null;
  /** Where the provider sends its events, at this API */
  callbackPath: string;
  /** Whether `webhookSecret` is set */
  receivesCallbacks: boolean;
  /** Until then callbacks are accepted with the former webhook secret too */
  rotatingUntil: string | null;
  /** Increases with each change; also the ETag */
  version: number;
  /** ISO 8601 */
  createdAt: string;
}

export interface PickupPlace {
  address: Address;
  /** Without overlaps; it is closed on days that aren’t listed */
  openingHours: {
    day: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";
    /** By the clock of the place, such as `09:00` */
    opens: string;
    /** Later on the same day, at most `24:00` */
    closes: string;
  }[];
  /** What else shoppers must know, such as where to ring */
  note: string | null;
}

export interface PriceList {
  /** UUID */
  id: string;
  name: string;
  currency: string;
  /** The customer group that it is for; null: all customers */
  customerGroupId: string | null;
  active: boolean;
  /** ISO 8601 */
  startsAt: string | null;
  /** ISO 8601 */
  endsAt: string | null;
  /** Increases with each change, also of its prices */
  version: number;
  /** ISO 8601 */
  createdAt: string;
}

export interface Product {
  /** UUID */
  id: string;
  title: string;
  slug: string;
  description: string | null;
  status: "draft" | "published";
  /** `standard`, `reduced`, `zero` (taxed at zero), `exempt` (the law exempts it), or one of the tax settings */
  taxClass: string;
  categoryIds: string[];
  images: {
    url: string;
    alt: string | null;
    width: number | null;
    height: number | null;
    srcset: {
      avif: string;
      webp: string;
    } | null;
  }[];
  options: {
    name: string;
    values: string[];
  }[];
  /** Fields of the store’s own */
  metadata: Record<string, string | number | boolean | null>;
  /** Also the ETag; variants have versions of their own */
  version: number;
  /** ISO 8601 */
  createdAt: string;
  /** ISO 8601 */
  updatedAt: string;
  variants: Variant[];
}

export interface CustomerImport {
  /** UUID */
  id: string;
  status: "pending" | "running" | "completed";
  /** Rows are checked and counted only */
  dryRun: boolean;
  rows: number;
  processed: number;
  /** Rows that were refused; the report says why */
  refused: number;
  /** ISO 8601 */
  createdAt: string;
  /** ISO 8601 */
  finishedAt: string | null;
  /** Rows that created a customer */
  created: number;
  /** Rows that changed a customer or added an address */
  updated: number;
  /** Rows that said nothing new */
  unchanged: number;
}

export interface FormerOrder {
  /** UUID */
  id: string;
  /** As the former shop wrote it */
  number: string;
  /** ISO 8601 */
  placedAt: string;
  currency: string;
  /** Minor units (cents) */
  total: number;
  /** In the words of the former shop */
  status: string | null;
  /** In the words of the former shop */
  paymentStatus: string | null;
  /** In the words of the former shop */
  fulfilmentStatus: string | null;
  email: string | null;
  /** Of the billing address, else of the shipping address */
  name: string | null;
  /** ISO 8601 */
  importedAt: string;
  /** Minor units (cents) */
  subtotal: number | null;
  /** Minor units (cents) */
  discountTotal: number | null;
  /** Minor units (cents) */
  shippingTotal: number | null;
  /** Minor units (cents) */
  taxTotal: number | null;
  /** Minor units (cents) */
  refundedTotal: number | null;
  taxes: {
    name: string;
    /** Minor units (cents) */
    amount: number;
  }[];
  /** ISO 8601 */
  paidAt: string | null;
  /** ISO 8601 */
  cancelledAt: string | null;
  discountCode: string | null;
  paymentMethod: string | null;
  shippingMethod: string | null;
  billingAddress: {
    name: string | null;
    company: string | null;
    line1: string | null;
    line2: string | null;
    city: string | null;
    postalCode: string | null;
    region: string | null;
    country: string | null;
    phone: string | null;
  } | null;
  shippingAddress: {
    name: string | null;
    company: string | null;
    line1: string | null;
    line2: string | null;
    city: string | null;
    postalCode: string | null;
    region: string | null;
    country: string | null;
    phone: string | null;
  } | null;
  lines: {
    sku: string | null;
    title: string;
    quantity: number;
    /** Minor units (cents) */
    unitAmount: number | null;
    /** Minor units (cents) */
    total: number | null;
  }[];
  note: string | null;
}

export interface FormerOrderImport {
  /** UUID */
  id: string;
  status: "pending" | "running" | "completed";
  /** Rows are checked and counted only */
  dryRun: boolean;
  rows: number;
  processed: number;
  /** Rows that were refused; the report says why */
  refused: number;
  /** ISO 8601 */
  createdAt: string;
  /** ISO 8601 */
  finishedAt: string | null;
  /** Rows whose order is new here */
  created: number;
  /** Rows that changed an order */
  updated: number;
  /** Rows that said nothing new */
  unchanged: number;
}

export interface Redirect {
  /** UUID */
  id: string;
  from: string;
  to: string;
  /** ISO 8601 */
  createdAt: string;
}

export interface RedirectImport {
  /** UUID */
  id: string;
  status: "pending" | "running" | "completed";
  /** Rows are checked and counted only */
  dryRun: boolean;
  rows: number;
  processed: number;
  /** Rows that were refused; the report says why */
  refused: number;
  /** ISO 8601 */
  createdAt: string;
  /** ISO 8601 */
  finishedAt: string | null;
  /** Rows that created a redirect */
  created: number;
  /** Rows that changed where an address leads */
  updated: number;
  /** Rows that said nothing new */
  unchanged: number;
}

export interface ProductImport {
  /** UUID */
  id: string;
  status: "pending" | "running" | "completed";
  /** Rows are checked and counted only */
  dryRun: boolean;
  rows: number;
  processed: number;
  /** Rows that were refused; the report says why */
  refused: number;
  /** ISO 8601 */
  createdAt: string;
  /** ISO 8601 */
  finishedAt: string | null;
  /** Rows that created a variant */
  created: number;
  /** Rows that changed a variant or its product */
  updated: number;
  /** Rows that matched the catalogue already */
  unchanged: number;
  /** What differs in the first rows that change something, at most five */
  changes: {
    row: number;
    sku: string;
    before: Record<string, unknown>;
    after: Record<string, unknown>;
  }[];
}

export interface Profile {
  /** UUID */
  id: string;
  email: string;
  emailVerified: boolean;
  name: string | null;
  phone: string | null;
  isB2b: boolean;
  /** Pays no tax on any cart or order; open carts follow at their next reading */
  taxExempt: boolean;
  acceptsMarketing: boolean;
  vatNumber: string | null;
  /** pending: VIES is being asked · valid, invalid: the result of VIES, or of the syntax check · unavailable: VIES did not respond, the check is retried · unsupported: VIES does not know this country’s numbers. Only valid exempts. */
  vatStatus: "pending" | "valid" | "invalid" | "unavailable" | "unsupported" | null;
  /** ISO 8601 */
  vatCheckedAt: string | null;
  vatName: string | null;
  version: number;
  /** ISO 8601 */
  createdAt: string;
  /** ISO 8601 */
  updatedAt: string;
  /** Fields of the store’s own whose names begin with `public.` */
  metadata: Record<string, string | number | boolean | null>;
}

export interface Refund {
  /** UUID */
  id: string;
  /** UUID */
  orderId: string;
  /** UUID */
  paymentId: string;
  providerRefundId: string | null;
  /** Minor units (cents) */
  amount: number;
  currency: string;
  reason: string | null;
  status: "pending" | "succeeded" | "failed" | "cancelled";
  lines: {
    /** UUID */
    lineId: string;
    quantity: number;
    /** Minor units (cents) */
    amount: number;
  }[];
  restock: boolean;
  /** The return that it is for; several are for one where several payments give it back */
  returnId: string | null;
  /** What its credit note is about: less than `amount`, or 0, where money went back that was paid beyond the order’s total. Null until a refund that was made at the provider has succeeded. */
  creditedAmount: number | null;
  /** Null without one: until a refund that was made at the provider has succeeded, and where `creditedAmount` is 0 */
  creditNoteId: string | null;
  creditNoteNumber: number | null;
  /** Fields of the store’s own */
  metadata: Record<string, string | number | boolean | null>;
  /** ISO 8601 */
  createdAt: string;
}

export interface Return {
  /** UUID */
  id: string;
  /** UUID */
  orderId: string;
  status: "requested" | "approved" | "rejected" | "received" | "refunded" | "exchanged";
  requestedBy: "customer" | "operator";
  reason: string | null;
  /** What the operator says about the approval or the rejection */
  note: string | null;
  lines: {
    /** UUID */
    lineId: string;
    quantity: number;
  }[];
  /** What came, once it has */
  received: {
    /** UUID */
    lineId: string;
    quantity: number;
    condition: "new" | "used" | "damaged";
    /** For sale again; else written off */
    restock: boolean;
  }[];
  /** The refund of what came, or of what an exchange was cheaper by */
  refundId: string | null;
  /** What was exchanged, and for which variant */
  exchanged: {
    /** UUID */
    lineId: string;
    quantity: number;
    /** UUID */
    variantId: string;
  }[];
  /** The order that sends the exchange */
  exchangeOrderId: string | null;
  /** ISO 8601 */
  createdAt: string;
  /** ISO 8601 */
  updatedAt: string;
}

export interface Settings {
  /** UUID */
  id: string;
  name: string;
  currency: string;
  country: string;
  /** The store’s own, shown on invoices and credit notes */
  vatNumber: string | null;
  /** Business details of the seller, as invoices must show them; null: only the store’s name and country are known */
  seller: {
    /** The name of the business in law */
    name: string;
    line1: string;
    line2?: string | null;
    postalCode: string;
    city: string;
    region?: string | null;
    /** An assigned code of ISO 3166-1 alpha-2, in either case (the United Kingdom is GB); stored upper-case */
    country: string;
    /** Where it is registered and how, such as “Amtsgericht Charlottenburg, HRB 12345” */
    registration?: string | null;
    email?: string | null;
    /** The contact for questions about an invoice, which an XRechnung shows */
    contactName?: string | null;
    /** The contact’s telephone, which an XRechnung shows too */
    phone?: string | null;
  } | null;
  /** The language of messages, and of documents for shoppers whose cart names none */
  locale: "en" | "de" | "fr" | "es";
  /** The time zone of the days of documents, reports and tax rates, such as `Europe/Berlin` */
  timeZone: string;
  /** Whether an invoice is issued when the order is paid, or when its last goods are shipped; at the latest with the first credit note */
  invoiceIssuedWhen: "paid" | "shipped";
  /** The beginning of invoice numbers. It doesn’t end with a digit, so that no two series have a number in common. */
  invoicePrefix: string;
  /** Whether the year follows the prefix, as in `2026-1`, and numbers begin again with it */
  invoiceNumbersByYear: boolean;
  pricesIncludeTax: boolean;
  /** The countries that the store sells to; empty: all */
  countries: string[];
  /** Hosts that name this store when a request carries no X-Publishable-Key, once they are proven */
  storeHosts: string[];
  /** Whether each of the hosts is proven, and how to prove it */
  hostProofs: VerifyStoreHostResponse[];
  /** Web origins that may read the Store API */
  allowedOrigins: string[];
  /** Payments are only authorised at the checkout, and captured by `POST /admin/v1/payments/{id}/capture`, where the provider can */
  captureLater: boolean;
  /** Operators without a second factor may do nothing but set one up */
  requireSecondFactor: boolean;
  /** Names the store in the Store API; not a secret */
  publishableKey: string;
  /** Increases with each change; also the ETag */
  version: number;
}

export interface ShippingOption {
  /** UUID */
  id: string;
  name: string;
  /** Minor units (cents) */
  amount: number;
  /** Where shoppers pick up their goods, and so where these are taxed; null: the goods are sent. `name` of the address is that of the place */
  pickupPlace: PickupPlace | null;
}

export interface Stock {
  /** UUID */
  variantId: string;
  quantity: number;
  reserved: number;
  available: number;
  allowBackorder: boolean;
  /** `inventory.low` fires when this number or fewer are available; null: never */
  lowStockThreshold: number | null;
  /** The variant’s version; also the ETag */
  version: number;
}

export interface StoreOrder {
  /** UUID */
  id: string;
  number: number;
  status: "pending" | "paid" | "shipped" | "cancelled" | "refunded" | "partially_refunded";
  paymentStatus: "disputed" | "charged_back" | "overpaid" | "refunded" | "partly_refunded" | "paid" | "partly_paid" | "authorised" | "unpaid";
  fulfilmentStatus: "unfulfilled" | "partly_shipped" | "shipped" | "partly_returned" | "returned" | "nothing_to_ship";
  email: string | null;
  currency: string;
  /** Minor units (cents) */
  subtotal: number;
  /** Minor units (cents) */
  discountTotal: number;
  /** Minor units (cents) */
  shippingTotal: number;
  /** Minor units (cents) */
  taxTotal: number;
  /** Minor units (cents) */
  total: number;
  /** The part of the total that the buyer no longer has to pay, because an operator removed units before the order was paid; its credit note is issued with the payment */
  removedTotal: number;
  /** Minor units (cents) */
  refundedTotal: number;
  taxLines: TaxLine[];
  pricesIncludeTax: boolean;
  reverseCharge: boolean;
  taxExempt: boolean;
  /** The customer’s VAT number at the checkout */
  vatNumber: string | null;
  /** Its status then; only `valid` is proven */
  vatStatus: "pending" | "valid" | "invalid" | "unavailable" | "unsupported" | null;
  discountCode: string | null;
  /** The discounts that were applied, in this order */
  discounts: {
    /** Null: it is automatic */
    code: string | null;
    /** The discount’s title, or else its code */
    title: string;
    kind: "percentage" | "amount" | "free_shipping" | "tiers" | "buy_x_get_y" | "gift";
    /** What it takes off the goods, a part of `discountTotal`; 0 for free shipping, which `shippingTotal` is without */
    amount: number;
  }[];
  /** The language of the order’s documents */
  locale: "en" | "de" | "fr" | "es";
  shippingAddress: Address | null;
  /** Where shoppers pick up their goods, and so where these are taxed; null: the goods are sent. `name` of the address is that of the place */
  pickupPlace: PickupPlace | null;
  /** When an operator said that the goods wait at `pickupPlace`; null: not yet, or they are sent */
  readyForPickupAt: string | null;
  billingAddress: {
    /** Full name of the recipient */
    name: string;
    company?: string | null;
    line1: string;
    line2?: string | null;
    city: string;
    postalCode: string;
    region?: string | null;
    /** An assigned code of ISO 3166-1 alpha-2, in either case (the United Kingdom is GB); stored upper-case */
    country: string;
    phone?: string | null;
    /** The number under which a public buyer in Germany takes invoices, such as 991-12345-06: buyer reference and electronic address of an XRechnung */
    leitwegId?: string | null;
  } | null;
  /** Fields of the store’s own whose names begin with `public.` */
  metadata: Record<string, string | number | boolean | null>;
  /** In the order of the cart */
  lines: {
    /** UUID */
    id: string;
    /** UUID */
    productId: string;
    /** UUID */
    variantId: string;
    sku: string;
    /** The variant’s title; the product’s where the variant has none */
    title: string;
    productTitle: string;
    /** Null: the variant has no title of its own */
    variantTitle: string | null;
    quantity: number;
    shippedQuantity: number;
    /** Units that will not be shipped: cancelled, refunded with their stock, or written off by a full refund */
    releasedQuantity: number;
    /** Units whose money went back, or that were removed before it came */
    refundedQuantity: number;
    /** Units that may still leave: neither shipped nor released nor refunded */
    shippableQuantity: number;
    /** Shipped units that came back */
    returnedQuantity: number;
    /** The part of those for which another order sends other goods */
    exchangedQuantity: number;
    /** Minor units (cents) */
    unitAmount: number;
    /** The list that the unit price came from; null: it is the base price */
    priceList: {
      /** UUID */
      id: string;
      name: string;
    } | null;
    /** Minor units (cents) */
    discountTotal: number;
    /** Its share in the tax of its rate, which is rounded once for the order */
    taxTotal: number;
    /** That of the variant, or else of its product, when it was bought */
    taxClass: string;
    /** false: it is fulfilled when the order is paid, without a shipment; then `shippedQuantity` counts it */
    requiresShipping: boolean;
    /** A discount gave it, and takes its price off */
    isGift: boolean;
    /** Hundredths of a percent: 1900 is 19 %, 887.5 is 8.875 % */
    rateBasisPoints: number;
    /** The price of the line, after discount and with tax */
    total: number;
  }[];
  shipments: {
    /** UUID */
    id: string;
    tracking: {
      carrier: string | null;
      number: string | null;
      url: string | null;
    };
    lines: {
      /** UUID */
      lineId: string;
      quantity: number;
    }[];
    /** ISO 8601 */
    createdAt: string;
  }[];
  /** Null: its invoice hasn’t been issued */
  invoiceNumber: string | null;
  /** Whether its invoice and its credit notes are there as XML of EN 16931, too: they were issued with all that it asks for */
  hasEInvoices: boolean;
  /** What changes the invoice, by number */
  creditNotes: {
    /** UUID */
    id: string;
    number: number;
    /** Minor units (cents) */
    amount: number;
    currency: string;
    /** The document that cancels it, because its refund failed. Whatever takes the id of a credit note takes its id too */
    cancellation: {
      /** UUID */
      id: string;
      number: number;
      /** ISO 8601 */
      createdAt: string;
    } | null;
    /** ISO 8601 */
    createdAt: string;
  }[];
  /** When the buyer withdrew from it; null: they didn’t, or an operator has acknowledged it. Nothing is shipped meanwhile */
  withdrawnAt: string | null;
  /** ISO 8601 */
  createdAt: string;
}

export interface Subscription {
  /** UUID */
  id: string;
  /** `push`: sent to the URL. `pull`: waits until the subscriber claims it. `amqp`: published to RabbitMQ, at `amqps://host/vhost`. `sqs`: sent to the queue of Amazon SQS that the URL names. `eventbridge`: put on a bus of Amazon EventBridge, by the endpoint of its region that the URL names. `pubsub`: published to the topic of Google Pub/Sub that the URL names. `kafka`: produced to a topic of Kafka, at `kafkas://host:port` */
  kind: "push" | "pull" | "amqp" | "sqs" | "eventbridge" | "pubsub" | "kafka";
  /** Null: a pull subscription has none */
  url: string | null;
  /** Null for every other kind */
  amqp: {
    /** Empty: the default exchange, where the routing key is a queue’s name */
    exchange: string;
    /** Null: the name of the event */
    routingKey: string | null;
    username: string;
  } | null;
  /** Null for every other kind */
  sqs: {
    /** Such as `eu-central-1` */
    region: string;
    /** Of a user with the permission `sqs:SendMessage` alone */
    accessKeyId: string;
  } | null;
  /** Null for every other kind */
  eventbridge: {
    /** Such as `eu-central-1` */
    region: string;
    /** Of a user with the permission `events:PutEvents` alone */
    accessKeyId: string;
    /** Name or ARN of the event bus; absent: `default` */
    bus: string;
    /** `source` of the events, which rules and policies match by; absent: `commerce` */
    source: string;
  } | null;
  /** Null for every other kind */
  pubsub: {
    /** `client_email` of the key file of a service account that may publish to the topic, and nothing else */
    clientEmail: string;
    /** `private_key_id` of that file */
    privateKeyId: string;
  } | null;
  /** Null for every other kind */
  kafka: {
    topic: string;
    /** The SASL mechanism */
    mechanism: "plain" | "scram-sha-256" | "scram-sha-512";
    /** Of a user that may write to the topic, and nothing else */
    username: string;
  } | null;
  events: ("order.created" | "order.paid" | "order.shipped" | "order.cancelled" | "order.refunded" | "order.partially_refunded" | "order.shipment_created" | "order.completed" | "order.updated" | "order.ready_for_pickup" | "order.note_added" | "checkout.started" | "cart.abandoned" | "payment.authorized" | "payment.captured" | "payment.failed" | "payment.voided" | "dispute.opened" | "dispute.closed" | "refund.failed" | "credit_note.created" | "refund.issued" | "return.requested" | "return.approved" | "return.rejected" | "return.received" | "return.refunded" | "return.exchanged" | "product.created" | "product.updated" | "product.deleted" | "product.published" | "product.unpublished" | "variant.created" | "variant.updated" | "variant.deleted" | "inventory.changed" | "inventory.low" | "inventory.sold_out" | "inventory.restocked" | "category.created" | "category.updated" | "category.deleted" | "price_list.created" | "price_list.updated" | "price_list.deleted" | "discount.used_up" | "customer.created" | "customer.updated" | "customer.erased" | "import.completed" | "webhook.endpoint_failing" | "webhook.endpoint_paused" | "webhook.endpoint_recovered" | "webhook.delivery_exhausted" | "order.*" | "checkout.*" | "cart.*" | "payment.*" | "dispute.*" | "refund.*" | "credit_note.*" | "return.*" | "product.*" | "variant.*" | "inventory.*" | "category.*" | "price_list.*" | "discount.*" | "customer.*" | "import.*" | "webhook.*" | "*")[];
  /** `thin`: ids and states, as the catalogue says. `full`: also `data.object`, the resource as this API presents it at the commit of the change, `data.changes` and `data.actor`. Above 64 kB it is thin, and `data.objectOmitted` says so. Full payloads need the permission to read what the events are about; a portal session can’t choose them */
  payload: "thin" | "full";
  /** Only events that match it become deliveries; null: all. At most 16 conditions, 5 deep, 4096 bytes of JSON. It reads the full payload, whatever `payload` says; conditions on more than `event` and the members of the catalogue need the permission to read the events’ resources, which a portal session doesn’t have. Refused if it can’t match any of the `events` */
  filter: WebhookFilter | null;
  /** The version of the Admin API in which full payloads present resources */
  apiVersion: string;
  /** When this version may be removed: change to a newer one before. Null: it isn’t deprecated */
  apiVersionEndsAt: string | null;
  /** What is sent to the URL; other kinds than `push` have the envelope. `slack`, `teams` and `discord`: a message for people, with what the payload says (of a full one the number, the buyer and sums) and a link to the console. `cloudevents`: CloudEvents 1.0 in structured mode */
  format: "envelope" | "slack" | "teams" | "discord" | "cloudevents";
  /** Language of a message for people; null: the format has none */
  locale: "en" | "de" | "fr" | "es" | null;
  /** False: paused. Nothing is sent, and due deliveries wait */
  active: boolean;
  description: string | null;
  /** The subscriber it belongs to, such as a customer number: a portal session of this label sees it */
  label: string | null;
  /** Names of the custom headers */
  headerNames: string[];
  /** Credentials that the endpoint requires beside the signature, without their secrets; null: none */
  auth: {
    /** `basic`: user name and password. `bearer`: a fixed token. `oauth2`: a token by client credentials. `mtls`: a client certificate */
    kind: "basic" | "bearer" | "oauth2" | "mtls";
    /** For `basic` */
    username?: string;
    /** For `oauth2`: the token endpoint. It is checked like the URL of a subscription */
    tokenUrl?: string;
    /** For `oauth2` */
    clientId?: string;
    /** For `oauth2`: how the client identifies itself to the token server */
    method?: "client_secret_basic" | "client_secret_post" | "private_key_jwt";
    /** For `private_key_jwt`: the `kid` of the assertion */
    keyId?: string;
    /** For `oauth2`: separated by spaces */
    scope?: string;
    /** For `oauth2`: for token servers that require it */
    audience?: string;
    certificate?: {
      subject: string;
      issuer: string;
      /** Its alternative names */
      names: string[];
      /** ISO 8601 */
      validFrom: string;
      /** ISO 8601 */
      validTo: string;
      /** SHA-256, in hex */
      fingerprint: string;
    };
  } | null;
  /** If a failed response has a `Retry-After` that is later than the retry table says, it sets the next retry, up to 24 hours */
  honourRetryAfter: boolean;
  /** A 410 response, or five days of failures only, pauses the subscription and notifies the operators */
  autoPause: boolean;
  /** Why the service paused it; null when it is active or an operator paused it */
  pausedReason: "gone" | "failing" | null;
  /** Maximum number of requests at once, from all workers together; null: as many as a worker allows one subscriber */
  maxConcurrency: number | null;
  /** Maximum number of requests per second, from all workers together; null: no such limit */
  maxPerSecond: number | null;
  /** Events of one resource (an order with its refunds, a product with its variants) are sent in sequence: the next one only after the one before is delivered or exhausted */
  ordered: boolean;
  /** `hmac`: by the subscription’s secret. `ed25519`: the store’s key pair signs too, so that a receiver needs no secret */
  signature: "hmac" | "ed25519";
  /** While a rotated secret is still valid: until when */
  previousSecretExpiresAt: string | null;
  /** When a pull subscription is paused; null: never */
  expiresAt: string | null;
  /** Fields of the store’s own; a portal session sees those whose names begin with `public.` */
  metadata: Record<string, string | number | boolean | null>;
  /** ISO 8601 */
  createdAt: string;
  /** Increases with each change; also the ETag */
  version: number;
}

export interface TaxLine {
  /** The country that taxes: where the goods go, or the store’s below the threshold of the OSS */
  country: string;
  /** Of the country, where taxes depend on it: in the United States and Canada, and where the store has entered rates of regions. In capitals, without the country’s code; absent elsewhere */
  region?: string;
  /** Hundredths of a percent: 1900 is 19 %, 887.5 is 8.875 % */
  rateBasisPoints: number;
  /** Of goods of the tax class `exempt`; else absent, also at the rate 0 */
  exempt?: true;
  /** The taxed amount, without the tax */
  baseAmount: number;
  /** Base times rate, half up, rounded once for all that is paid at the rate, shipping too */
  amount: number;
}

export interface Tokens {
  /** JWT; send it as `Authorization: Bearer …` */
  accessToken: string;
  /** Single use, valid for 30 days, and no longer than 90 days after the login */
  refreshToken: string;
  tokenType: "Bearer";
  /** Seconds until the access token expires */
  expiresIn: number;
}

export interface User {
  /** UUID */
  id: string;
  email: string;
  name: string | null;
  role: "owner" | "manager" | "support" | "viewer";
  disabled: boolean;
  hasSecondFactor: boolean;
  /** ISO 8601 */
  createdAt: string;
  /** Increases with each change; also the ETag */
  version: number;
}

export interface Variant {
  /** UUID */
  id: string;
  sku: string;
  title: string | null;
  /** Free-form names and values, such as `{ "Size": "M" }` */
  options: Record<string, string>;
  /** Minor units (cents) */
  priceAmount: number;
  currency: string;
  /** Minor units (cents) */
  compareAtAmount: number | null;
  stockQuantity: number;
  /** Held by orders that are not shipped */
  reserved: number;
  /** `stockQuantity` minus `reserved`; below 0 means backorders */
  available: number;
  allowBackorder: boolean;
  /** `inventory.low` fires when this number or fewer are available; null: never */
  lowStockThreshold: number | null;
  /** false: a voucher, a download, a service. It is fulfilled when the order is paid, and nothing is shipped. Default: true */
  requiresShipping: boolean;
  /** Such as `bulky` or `cooled`: only shipping options that name it in their `profiles` take the variant; null: all do */
  shippingProfile: string | null;
  /** Where it isn’t that of the product; null: the product’s `taxClass` */
  taxClass: string | null;
  weightGrams: number | null;
  lengthMm: number | null;
  widthMm: number | null;
  heightMm: number | null;
  /** Its content in `contentUnit`, such as 750 with `ml`. With both, the storefront has the unit price; null: it isn’t sold by measure */
  contentAmount: number | null;
  contentUnit: "mg" | "g" | "kg" | "ml" | "cl" | "l" | "mm" | "cm" | "m" | "cm2" | "m2" | "m3" | null;
  /** The amount of `contentUnit` that the unit price is for, such as 100 with `g`; null: 1 kg, 1 l, 1 m, 1 m² or 1 m³, as EU law has it */
  referenceAmount: number | null;
  position: number;
  /** Fields of the store’s own */
  metadata: Record<string, string | number | boolean | null>;
  /** Also the ETag */
  version: number;
}

export interface WebhookFilter {
  /** Names of members with dots between them: `event`, or what is in `data`, such as `data.status` or `data.object.lines.sku`. Through a list it means any of its items */
  path?: string;
  /** The value at the path is this */
  equals?: string | number | boolean | null;
  /** It is one of these */
  in?: (string | number | boolean | null)[];
  /** Whether there is a value: a member that is null has none */
  exists?: boolean;
  /** It is a text that begins so */
  prefix?: string;
  /** It is greater: of two numbers, or of two texts by their code points, as times are compared */
  greater?: number | string;
  /** It is less */
  less?: number | string;
  not?: WebhookFilter;
  all?: WebhookFilter[];
  any?: WebhookFilter[];
}

export interface CategoryTreeItem {
  /** UUID */
  id: string;
  name: string;
  slug: string;
  /** UUID */
  parentId: string | null;
  position: number;
  description: string | null;
  seoTitle: string | null;
  seoDescription: string | null;
  /** Fields of the store’s own */
  metadata: Record<string, string | number | boolean | null>;
  /** Also the ETag; unchanged when only a sibling moves */
  version: number;
  /** ISO 8601 */
  createdAt: string;
  /** ISO 8601 */
  updatedAt: string;
  children: CategoryTreeItem[];
}

export interface StoreCategory {
  /** UUID */
  id: string;
  name: string;
  slug: string;
  /** UUID */
  parentId: string | null;
  description: string | null;
  seoTitle: string | null;
  seoDescription: string | null;
  /** Fields of the store’s own whose names begin with `public.` */
  metadata: Record<string, string | number | boolean | null>;
  children: StoreCategory[];
}

export interface AccountReport {
  /** By the store’s time zone, such as `2026-01-15` */
  from: string;
  /** By the store’s time zone, such as `2026-01-15` */
  to: string;
  /** Of the store now; an entry keeps the day on which it was booked */
  timeZone: string;
  items: AccountReportItem[];
}

export interface CartCreditNoteData {
  /** Never given out twice in the store */
  number: string;
  /** ISO 8601 */
  issuedAt: string;
  /** The day of `issuedAt` in the store’s time zone */
  issuedOn: string;
  /** UUID */
  orderId: string;
  orderNumber: number;
  /** YYYY-MM-DD */
  orderedOn: string;
  /** The language of the PDF */
  locale: "en" | "de" | "fr" | "es";
  currency: string;
  seller: {
    name: string;
    company: string | null;
    line1: string | null;
    line2: string | null;
    postalCode: string | null;
    city: string | null;
    region: string | null;
    country: string | null;
    registration: string | null;
    email: string | null;
    contactName?: string;
    phone?: string;
    vatNumber: string | null;
  };
  buyer: {
    name: string;
    company: string | null;
    line1: string | null;
    line2: string | null;
    postalCode: string | null;
    city: string | null;
    region: string | null;
    country: string | null;
    /** Only a number that was proven at the checkout */
    vatNumber: string | null;
    /** For a public buyer in Germany */
    leitwegId?: string;
  } | null;
  taxLines: TaxLine[];
  /** Why no VAT is charged: `intra_community_supply` (Article 138 of Directive 2006/112/EC), `reverse_charge` (Article 196: nothing of it was shipped), `export` (Article 146), `customer_exempt`, or `not_taxed` where the store charges none; null: VAT is charged */
  exemption: "intra_community_supply" | "reverse_charge" | "customer_exempt" | "export" | "not_taxed" | null;
  /** Why exempt goods are exempt, in words and by the code list VATEX; absent: none are */
  exemptGoods?: {
    reason: string | null;
    code: string | null;
  };
  /** SHA-256 of the PDF, hexadecimal; null: it hasn’t been drawn yet. Its bytes stay the same. */
  pdfSha256: string | null;
  /** The invoice that it corrects */
  invoice: {
    number: string;
    /** YYYY-MM-DD */
    issuedOn: string;
  };
  /** The credit note that it cancels, because its refund failed: the amount is charged again. Null: it credits the amount */
  cancels: {
    number: string;
    /** YYYY-MM-DD */
    issuedOn: string;
  } | null;
  /** Empty: it is about an amount */
  lines: {
    title: string;
    sku: string;
    quantity: number;
    /** Minor units (cents) */
    amount: number;
  }[];
  /** What is credited, tax in it */
  total: number;
  reason: string | null;
  /** The refunded payment; null: it is about money that was never paid */
  paidBackTo: {
    provider: string;
    reference: string | null;
  } | null;
}

export interface CartInvoiceData {
  /** Never given out twice in the store */
  number: string;
  /** ISO 8601 */
  issuedAt: string;
  /** The day of `issuedAt` in the store’s time zone */
  issuedOn: string;
  /** UUID */
  orderId: string;
  orderNumber: number;
  /** YYYY-MM-DD */
  orderedOn: string;
  /** The language of the PDF */
  locale: "en" | "de" | "fr" | "es";
  currency: string;
  seller: {
    name: string;
    company: string | null;
    line1: string | null;
    line2: string | null;
    postalCode: string | null;
    city: string | null;
    region: string | null;
    country: string | null;
    registration: string | null;
    email: string | null;
    contactName?: string;
    phone?: string;
    vatNumber: string | null;
  };
  buyer: {
    name: string;
    company: string | null;
    line1: string | null;
    line2: string | null;
    postalCode: string | null;
    city: string | null;
    region: string | null;
    country: string | null;
    /** Only a number that was proven at the checkout */
    vatNumber: string | null;
    /** For a public buyer in Germany */
    leitwegId?: string;
  } | null;
  taxLines: TaxLine[];
  /** Why no VAT is charged: `intra_community_supply` (Article 138 of Directive 2006/112/EC), `reverse_charge` (Article 196: nothing of it was shipped), `export` (Article 146), `customer_exempt`, or `not_taxed` where the store charges none; null: VAT is charged */
  exemption: "intra_community_supply" | "reverse_charge" | "customer_exempt" | "export" | "not_taxed" | null;
  /** Why exempt goods are exempt, in words and by the code list VATEX; absent: none are */
  exemptGoods?: {
    reason: string | null;
    code: string | null;
  };
  /** SHA-256 of the PDF, hexadecimal; null: it hasn’t been drawn yet. Its bytes stay the same. */
  pdfSha256: string | null;
  /** Where the goods go; null: to the buyer’s address */
  deliveryAddress: {
    name: string;
    company: string | null;
    line1: string | null;
    line2: string | null;
    postalCode: string | null;
    city: string | null;
    region: string | null;
    country: string | null;
  } | null;
  /** The days on which the goods left; null: they hadn’t left when the invoice was issued */
  supply: {
    /** YYYY-MM-DD */
    from: string;
    /** YYYY-MM-DD */
    to: string;
  } | null;
  lines: {
    title: string;
    sku: string;
    quantity: number;
    /** Minor units (cents) */
    unitAmount: number;
    /** Minor units (cents) */
    discountTotal: number;
    /** Minor units (cents) */
    taxTotal: number;
    /** Hundredths of a percent: 1900 is 19 %, 887.5 is 8.875 % */
    rateBasisPoints: number;
    /** Goods that the law exempts; else absent */
    exempt?: true;
    /** The price of the line, after discount and with tax */
    total: number;
  }[];
  /** Whether `unitAmount` and the sums before `total` have tax in them */
  pricesIncludeTax: boolean;
  /** Minor units (cents) */
  subtotal: number;
  discountCode: string | null;
  /** The parts of `discountTotal`; absent with one code, or none */
  discounts?: {
    title: string;
    /** Minor units (cents) */
    amount: number;
  }[];
  /** Minor units (cents) */
  discountTotal: number;
  shippingName: string | null;
  /** Minor units (cents) */
  shippingTotal: number;
  /** Minor units (cents) */
  taxTotal: number;
  /** Minor units (cents) */
  total: number;
  payments: {
    provider: string;
    /** The provider’s id of the payment; for one that an operator marked as paid, the operator’s reference */
    reference: string | null;
    /** Minor units (cents) */
    amount: number;
    /** The day on which the money came */
    paidOn: string | null;
  }[];
  /** The part of the total that was paid when it was issued */
  paidTotal: number;
  /** The unpaid part */
  dueTotal: number;
}

export interface CategoryTree {
  items: CategoryTreeItem[];
}

export interface Compliance {
  /** Whether visitors are asked before a tracker runs */
  cookieConsent: boolean;
  analytics?: {
    lightAnalytics?: boolean;
    lightAnalyticsDomain?: string;
    webAnalytics?: {
      id: string;
    };
    socialPixel?: {
      pixelId: string;
    };
  };
  /** ISO 8601 */
  configuredAt: string | null;
  /** Increases with each change; also the ETag */
  version: number;
}

export interface CurrentAdmin {
  id: string;
  /** UUID */
  tenantId: string;
  permissions: string[];
  email: string | null;
  name: string | null;
  role: string | null;
  /** Of an operator of this store */
  secondFactor: {
    isOn: boolean;
    /** By the store: without one nothing else is permitted */
    isRequired: boolean;
    recoveryCodesLeft: number;
  } | null;
  /** Of a session of the subscribers’ portal: what it may do; null: it is none */
  portal: {
    label: string | null;
    capabilities: ("view" | "test" | "retry" | "manage" | "rotate" | "catalogue")[];
    /** ISO 8601 */
    expiresAt: string;
  } | null;
}

export interface CustomerErasure {
  /** UUID */
  customerId: string;
  /** none: it isn’t requested, and this is a preview */
  status: "none" | "pending" | "running" | "completed";
  steps: number;
  processed: number;
  /** Besides the account itself, its sessions, and the person in notices, imports, audit records and logs */
  removes: {
    addresses: number;
    carts: number;
    mails: number;
    /** Orders without a document: they stay without any person */
    orders: number;
    /** Orders of the former shop */
    formerOrders: number;
    exports: number;
  };
  /** What tax law keeps */
  keeps: {
    /** With name and address as on the invoice, and the credit notes */
    orders: number;
  };
  /** Orders that have to be finished before, 20 at most */
  blockedBy: {
    /** UUID */
    orderId: string;
    number: number;
    reason: "unpaid" | "unshipped" | "return" | "refund" | "dispute";
  }[];
  /** ISO 8601 */
  requestedAt: string | null;
  /** ISO 8601 */
  finishedAt: string | null;
}

export interface CustomerExport {
  /** UUID */
  id: string;
  /** UUID */
  customerId: string;
  status: "pending" | "running" | "completed";
  requestedBy: "operator" | "customer";
  /** Parts of the file: profile, addresses, orders, … */
  sections: number;
  /** Number of them that are written */
  processed: number;
  items: number;
  /** ISO 8601 */
  createdAt: string;
  /** ISO 8601 */
  finishedAt: string | null;
  /** Then the file is deleted; null: it isn’t finished */
  expiresAt: string | null;
}

export interface GetDeliveryResponse {
  /** The envelope’s id, its idempotency key */
  id: string;
  /** UUID */
  subscriptionId: string;
  /** A name from the event catalogue */
  event: "order.created" | "order.paid" | "order.shipped" | "order.cancelled" | "order.refunded" | "order.partially_refunded" | "order.shipment_created" | "order.completed" | "order.updated" | "order.ready_for_pickup" | "order.note_added" | "checkout.started" | "cart.abandoned" | "payment.authorized" | "payment.captured" | "payment.failed" | "payment.voided" | "dispute.opened" | "dispute.closed" | "refund.failed" | "credit_note.created" | "refund.issued" | "return.requested" | "return.approved" | "return.rejected" | "return.received" | "return.refunded" | "return.exchanged" | "product.created" | "product.updated" | "product.deleted" | "product.published" | "product.unpublished" | "variant.created" | "variant.updated" | "variant.deleted" | "inventory.changed" | "inventory.low" | "inventory.sold_out" | "inventory.restocked" | "category.created" | "category.updated" | "category.deleted" | "price_list.created" | "price_list.updated" | "price_list.deleted" | "discount.used_up" | "customer.created" | "customer.updated" | "customer.erased" | "import.completed" | "webhook.endpoint_failing" | "webhook.endpoint_paused" | "webhook.endpoint_recovered" | "webhook.delivery_exhausted";
  /** The same in the deliveries of each subscription */
  eventId: string;
  /** The order, product or subscription that it happened to; of a test, one that doesn’t exist */
  resourceId: string;
  status: "pending" | "delivered" | "failed" | "exhausted";
  /** Attempts made; the one under way is only in `attemptRecords` */
  attempts: number;
  /** ISO 8601 */
  createdAt: string;
  /** ISO 8601 */
  lastAttemptAt: string | null;
  /** Null when delivered or exhausted */
  nextRetryAt: string | null;
  /** Why it is not sent yet. `retry`: its next retry is not due. `rate`: the `maxPerSecond` of its subscription, or a 429 of its endpoint. `pause`: its subscription is paused. `claim`: its subscriber has to claim it. Null: nothing of these */
  waitsFor: "retry" | "rate" | "pause" | "claim" | null;
  /** HTTP status of the last attempt; null after a network error, and of a broker */
  responseCode: number | null;
  /** A short text from a closed set */
  lastError: string | null;
  /** Requested by an operator; nothing happened in the store */
  isTest: boolean;
  /** `X-Service-Sequence`: counts the deliveries of the subscription from their first attempt on; null before it, and for tests */
  sequence: number | null;
  payload: {
    /** UUID */
    id: string;
    event: string;
    /** ISO 8601 */
    occurredAt: string;
    data: Record<string, unknown>;
  };
  /** The version in which a full payload presents its resource; null of a thin one */
  apiVersion: string | null;
  /** What is sent to a subscription of another format than `envelope`; null: the payload itself */
  body: string | null;
  /** Oldest first */
  attemptRecords: {
    number: number;
    /** `unknown`: the worker did not survive it, or its claim ran out, so the receiver may have had the request */
    outcome: "open" | "succeeded" | "failed" | "unknown";
    /** The kind of the subscription at that time */
    via: "push" | "pull" | "amqp" | "sqs" | "eventbridge" | "pubsub" | "kafka";
    /** ISO 8601 */
    startedAt: string;
    /** ISO 8601 */
    finishedAt: string | null;
    durationMs: number | null;
    /** Null where it doesn’t apply: a reused connection has no connect, plain HTTP no TLS */
    phases: {
      dnsMs: number | null;
      connectMs: number | null;
      tlsMs: number | null;
      firstByteMs: number | null;
    };
    resolvedAddress: string | null;
    /** Without the signatures and without the values of custom headers */
    requestHeaders: Record<string, string> | null;
    responseCode: number | null;
    responseHeaders: Record<string, string> | null;
    /** The first KiB */
    responseBody: string | null;
    /** From a closed set */
    error: string | null;
    /** What happened, and what to look at, in a sentence */
    diagnosis: string;
    /** The code of that sentence, for translations */
    diagnosisCode: "under_way" | "accepted" | "claim_expired" | "worker_ended" | "status_400" | "status_401" | "status_403" | "status_404" | "status_405" | "status_408" | "status_410" | "status_413" | "status_415" | "status_429" | "status_502" | "status_503" | "status_504" | "status_5xx" | "status_4xx" | "status_3xx" | "status_other" | "timeout" | "connection_refused" | "connection_reset" | "host_not_found" | "network_unreachable" | "refused_address" | "tls_error" | "invalid_response" | "invalid_url" | "insecure_url" | "network_error" | "signing_key_unavailable" | "credentials_unavailable" | "token_unavailable" | "token_refused" | "proxy_unreachable" | "proxy_refused" | "confirmed" | "message_returned" | "message_refused" | "exchange_not_found" | "access_refused" | "queue_timeout" | "queue_invalid_response" | "sqs_status_400" | "sqs_status_403" | "eventbridge_message_refused" | "eventbridge_status_400" | "eventbridge_status_403" | "pubsub_status_400" | "pubsub_status_401" | "pubsub_status_403" | "pubsub_status_404" | "topic_not_found" | "message_too_large" | "kafka_message_refused" | "kafka_access_refused" | "kafka_timeout";
  }[];
  /** Requests to send it again, oldest first */
  resends: {
    /** ISO 8601 */
    requestedAt: string;
    /** Kind and id of the requester, such as `admin:<id>`; for subscribers the kind alone */
    requestedBy: string;
    /** Null: by hand */
    recoveryId: string | null;
  }[];
}

export interface EuRates {
  source: string;
  /** The day on which the reduced rates were read there */
  readOn: string;
  items: EuRatesItem[];
}

export interface Health {
  status: "ok" | "degraded" | "maintenance";
  version: string;
  checks: {
    database: "ok" | "down";
    schema: "ok" | "down";
    queue: "ok" | "down";
  };
}

export interface Home {
  sales: Sales | null;
  orders: {
    latest: OrderSummary[];
    /** The newest ten whose `attention` is set */
    attention: OrderSummary[];
    /** Paid, and something is left to ship: `toShip=true` of the list; 101: more than 100 */
    toShip: number;
    /** Placed and not paid: `status=pending&paymentStatus=unpaid`; 101: more than 100 */
    unpaid: number;
    /** `open=true` of the list of returns; 101: more than 100 */
    openReturns: number;
  } | null;
  webhooks: {
    days: {
      /** ISO 8601 */
      at: string;
      delivered: number;
      failed: number;
      exhausted: number;
    }[];
    attempts: number;
    succeeded: number;
    /** Deliveries that will be tried again; counts up to 10000 */
    failed: number;
    /** Deliveries that ran out of retries; counts up to 10000 */
    exhausted: number;
    subscriptions: number;
    /** Ten at most, those that have failed longest first */
    unwell: {
      /** UUID */
      id: string;
      url: string | null;
      health: "failing" | "probing" | "paused";
      /** ISO 8601 */
      failingSince: string | null;
    }[];
  } | null;
  setup: {
    missing: ("catalogue" | "shipping" | "tax" | "seller" | "payment" | "compliance" | "webhooks")[];
  } | null;
  unreadNotifications: number | null;
}

export interface Keys {
  keys: {
    kty: "OKP";
    crv: "Ed25519";
    alg: "EdDSA";
    use: "sig";
    /** `keyid` of the signature */
    kid: string;
    /** The public key, base64url */
    x: string;
  }[];
}

export interface MailSettings {
  /** The address of a picture of the store, as `POST /admin/v1/pictures` returns it */
  logoUrl: string | null;
  /** The colour of buttons and of the line above. The text on it is black or white, whichever is more legible: 4.5 : 1 or more */
  accentColor: string | null;
  /** Below each mail: the legal details of the store. Plain text; line breaks stay */
  footer: string | null;
  /** The address for replies; null: the sender’s address */
  replyTo: string | null;
  /** Kinds that aren’t sent */
  disabledKinds: ("order_placed" | "order_confirmation" | "payment_failed" | "order_shipped" | "order_ready" | "order_cancelled" | "order_refunded" | "return_requested" | "return_approved" | "return_rejected" | "return_received")[];
  /** Version of the settings and the texts together; 0 until their first change */
  version: number;
}

export interface NotificationSettings {
  /** The host of the Slack URL, which itself is never shown; null: there is none */
  slackHost: string | null;
  /** 0 until their first change */
  version: number;
}

export interface OrderErasure {
  /** UUID; null for a guest */
  customerId: string | null;
  /** The order by which a guest was named; null for a customer */
  orderId: string | null;
  /** none: it isn’t requested, and this is a preview */
  status: "none" | "pending" | "running" | "completed";
  steps: number;
  processed: number;
  /** Besides the account itself, its sessions, and the person in notices, imports, audit records and logs */
  removes: {
    addresses: number;
    carts: number;
    mails: number;
    /** Orders without a document: they stay without any person */
    orders: number;
    /** Orders of the former shop */
    formerOrders: number;
    exports: number;
  };
  /** What tax law keeps */
  keeps: {
    /** With name and address as on the invoice, and the credit notes */
    orders: number;
  };
  /** Orders that have to be finished before, 20 at most */
  blockedBy: {
    /** UUID */
    orderId: string;
    number: number;
    reason: "unpaid" | "unshipped" | "return" | "refund" | "dispute";
  }[];
  /** ISO 8601 */
  requestedAt: string | null;
  /** ISO 8601 */
  finishedAt: string | null;
}

export interface OwnFormerOrder {
  /** UUID */
  id: string;
  /** As the former shop wrote it */
  number: string;
  /** ISO 8601 */
  placedAt: string;
  currency: string;
  /** Minor units (cents) */
  total: number;
  /** In the words of the former shop */
  status: string | null;
  /** In the words of the former shop */
  paymentStatus: string | null;
  /** In the words of the former shop */
  fulfilmentStatus: string | null;
  /** Minor units (cents) */
  subtotal: number | null;
  /** Minor units (cents) */
  discountTotal: number | null;
  /** Minor units (cents) */
  shippingTotal: number | null;
  /** Minor units (cents) */
  taxTotal: number | null;
  /** Minor units (cents) */
  refundedTotal: number | null;
  taxes: {
    name: string;
    /** Minor units (cents) */
    amount: number;
  }[];
  /** ISO 8601 */
  paidAt: string | null;
  /** ISO 8601 */
  cancelledAt: string | null;
  discountCode: string | null;
  paymentMethod: string | null;
  shippingMethod: string | null;
  billingAddress: {
    name: string | null;
    company: string | null;
    line1: string | null;
    line2: string | null;
    city: string | null;
    postalCode: string | null;
    region: string | null;
    country: string | null;
    phone: string | null;
  } | null;
  shippingAddress: {
    name: string | null;
    company: string | null;
    line1: string | null;
    line2: string | null;
    city: string | null;
    postalCode: string | null;
    region: string | null;
    country: string | null;
    phone: string | null;
  } | null;
  lines: {
    sku: string | null;
    title: string;
    quantity: number;
    /** Minor units (cents) */
    unitAmount: number | null;
    /** Minor units (cents) */
    total: number | null;
  }[];
}

export interface OwnOrder {
  /** UUID */
  id: string;
  number: number;
  status: "pending" | "paid" | "shipped" | "cancelled" | "refunded" | "partially_refunded";
  paymentStatus: "disputed" | "charged_back" | "overpaid" | "refunded" | "partly_refunded" | "paid" | "partly_paid" | "authorised" | "unpaid";
  fulfilmentStatus: "unfulfilled" | "partly_shipped" | "shipped" | "partly_returned" | "returned" | "nothing_to_ship";
  currency: string;
  /** Minor units (cents) */
  subtotal: number;
  /** Minor units (cents) */
  shippingTotal: number;
  /** Minor units (cents) */
  total: number;
  /** The part of the total that the buyer no longer has to pay, because an operator removed units before the order was paid; its credit note is issued with the payment */
  removedTotal: number;
  /** ISO 8601 */
  createdAt: string;
  /** The discounts that were applied, in this order */
  discounts: {
    /** Null: it is automatic */
    code: string | null;
    /** The discount’s title, or else its code */
    title: string;
    kind: "percentage" | "amount" | "free_shipping" | "tiers" | "buy_x_get_y" | "gift";
    /** What it takes off the goods, a part of `discountTotal`; 0 for free shipping, which `shippingTotal` is without */
    amount: number;
  }[];
  /** Minor units (cents) */
  discountTotal: number;
  /** Minor units (cents) */
  taxTotal: number;
  pricesIncludeTax: boolean;
  shippingAddress: Address | null;
  /** Where shoppers pick up their goods, and so where these are taxed; null: the goods are sent. `name` of the address is that of the place */
  pickupPlace: PickupPlace | null;
  /** When an operator said that the goods wait at `pickupPlace`; null: not yet, or they are sent */
  readyForPickupAt: string | null;
  billingAddress: Address | null;
  /** Null: its invoice hasn’t been issued */
  invoiceNumber: string | null;
  /** Whether its invoice and its credit notes are there as XML of EN 16931, too: they were issued with all that it asks for */
  hasEInvoices: boolean;
  /** What changes the invoice, by number */
  creditNotes: {
    /** UUID */
    id: string;
    number: number;
    /** Minor units (cents) */
    amount: number;
    currency: string;
    /** The document that cancels it, because its refund failed. Whatever takes the id of a credit note takes its id too */
    cancellation: {
      /** UUID */
      id: string;
      number: number;
      /** ISO 8601 */
      createdAt: string;
    } | null;
    /** ISO 8601 */
    createdAt: string;
  }[];
  /** When the buyer withdrew from it; null: they didn’t, or an operator has acknowledged it. Nothing is shipped meanwhile */
  withdrawnAt: string | null;
  shipments: {
    /** UUID */
    id: string;
    tracking: {
      carrier: string | null;
      number: string | null;
      url: string | null;
    };
    lines: {
      /** UUID */
      lineId: string;
      quantity: number;
    }[];
    /** ISO 8601 */
    createdAt: string;
  }[];
  /** Fields of the store’s own whose names begin with `public.` */
  metadata: Record<string, string | number | boolean | null>;
  lines: {
    /** UUID */
    id: string;
    /** UUID */
    variantId: string;
    sku: string;
    /** The variant’s title; the product’s where the variant has none */
    title: string;
    productTitle: string;
    /** Null: the variant has no title of its own */
    variantTitle: string | null;
    quantity: number;
    requiresShipping: boolean;
    /** A discount gave it, and takes its price off */
    isGift: boolean;
    /** Minor units (cents) */
    unitAmount: number;
  }[];
}

export interface PictureImport {
  /** UUID */
  id: string;
  status: "pending" | "running" | "completed";
  /** Images elsewhere that products had when it was asked for */
  total: number;
  /** Of them done, failed ones included */
  processed: number;
  /** Of them left as they are; the list of failures says why */
  failed: number;
  /** ISO 8601 */
  createdAt: string;
  /** ISO 8601 */
  finishedAt: string | null;
}

export interface PortalSettings {
  /** The name in its header; null: the name of the store */
  name: string | null;
  /** A picture of at most 64 KiB as a data URL, so that the portal loads it from no other server */
  logo: string | null;
  /** The colour of buttons and links. The portal darkens or lightens it until text can be read (4.5 : 1) */
  accentColor: string | null;
  /** Web origins whose pages may embed the portal; none: it can’t be embedded */
  embedOrigins: string[];
  /** 0 until their first change */
  version: number;
}

export interface PrivacySettings {
  /** Customers without a sign-in, an order or a change for this many months are erased; null: never */
  inactiveCustomerMonths: number | null;
  /** Carts that aren’t orders are deleted when they are unchanged for this many days; null, or more than that: as long as the deployment keeps them */
  cartDays: number | null;
  /** Messages that were sent are deleted after this many days; null: after 30 days */
  mailDays: number | null;
  /** Legal texts that a checkout must accept */
  requiredTexts: ("terms" | "withdrawal" | "privacy")[];
  /** 0 until their first change */
  version: number;
}

export interface Recovery {
  /** UUID */
  id: string;
  /** UUID */
  subscriptionId: string | null;
  state: "running" | "paused" | "cancelled" | "completed";
  missing: boolean;
  statuses: ("failed" | "exhausted" | "delivered")[];
  /** A name from the event catalogue */
  event: "order.created" | "order.paid" | "order.shipped" | "order.cancelled" | "order.refunded" | "order.partially_refunded" | "order.shipment_created" | "order.completed" | "order.updated" | "order.ready_for_pickup" | "order.note_added" | "checkout.started" | "cart.abandoned" | "payment.authorized" | "payment.captured" | "payment.failed" | "payment.voided" | "dispute.opened" | "dispute.closed" | "refund.failed" | "credit_note.created" | "refund.issued" | "return.requested" | "return.approved" | "return.rejected" | "return.received" | "return.refunded" | "return.exchanged" | "product.created" | "product.updated" | "product.deleted" | "product.published" | "product.unpublished" | "variant.created" | "variant.updated" | "variant.deleted" | "inventory.changed" | "inventory.low" | "inventory.sold_out" | "inventory.restocked" | "category.created" | "category.updated" | "category.deleted" | "price_list.created" | "price_list.updated" | "price_list.deleted" | "discount.used_up" | "customer.created" | "customer.updated" | "customer.erased" | "import.completed" | "webhook.endpoint_failing" | "webhook.endpoint_paused" | "webhook.endpoint_recovered" | "webhook.delivery_exhausted" | null;
  /** The selected deliveries; null: all of the range */
  deliveryIds: string[] | null;
  /** ISO 8601 */
  from: string;
  /** ISO 8601 */
  to: string;
  dryRun: boolean;
  ratePerSecond: number;
  /** Number of deliveries found when the recovery was created */
  matched: number;
  /** Number of deliveries made due so far */
  sent: number;
  /** ISO 8601 */
  createdAt: string;
  /** ISO 8601 */
  endedAt: string | null;
}

export interface Sales {
  /** By the store’s time zone, such as `2026-01-15` */
  from: string;
  /** By the store’s time zone, such as `2026-01-15` */
  to: string;
  /** Of the store now; an entry keeps the day on which it was booked */
  timeZone: string;
  /** Only days on which there was something; of a month its first day */
  days: {
    /** By the store’s time zone, such as `2026-01-15` */
    day: string;
    /** ISO 4217 */
    currency: string;
    /** Orders that became paid */
    orders: number;
    /** Totals of these orders, with tax, and what exchanges cost more */
    sold: number;
    /** Credit notes, with tax */
    credited: number;
    /** Captured */
    received: number;
    /** Refunded */
    refunds: number;
    /** Charged back in lost disputes */
    chargebacks: number;
    /** Captured, less what lost disputes took */
    revenue: number;
    /** Revenue by order; 0 without orders */
    averageOrder: number;
  }[];
  /** One for each currency */
  totals: {
    /** ISO 4217 */
    currency: string;
    /** Orders that became paid */
    orders: number;
    /** Totals of these orders, with tax, and what exchanges cost more */
    sold: number;
    /** Credit notes, with tax */
    credited: number;
    /** Captured */
    received: number;
    /** Refunded */
    refunds: number;
    /** Charged back in lost disputes */
    chargebacks: number;
    /** Captured, less what lost disputes took */
    revenue: number;
    /** Revenue by order; 0 without orders */
    averageOrder: number;
  }[];
}

export interface SetupStatus {
  complete: boolean;
  steps: {
    step: "catalogue" | "shipping" | "tax" | "seller" | "payment" | "compliance" | "webhooks";
    done: boolean;
    todo: string;
  }[];
}

export interface ShippingSettings {
  options: {
    /** UUID */
    id: string;
    name: string;
    /** false: it isn’t offered to shoppers */
    active: boolean;
    /** Where shoppers pick up their goods, and so where these are taxed; null: the goods are sent. `name` of the address is that of the place */
    pickupPlace: PickupPlace | null;
    /** The carrier that sets the price; null: the store does. It is called when the options of a cart with an address are listed, and its rates are valid for 30 minutes */
    carrier: {
      /** One of `carriers` of a module */
      name: string;
      /** The carrier’s service, in its own words */
      service: string;
      /** What applies while the carrier doesn’t respond in time: `amount` and `tiers` of the option, or it isn’t offered */
      whenUnavailable: "own_price" | "not_offered";
    } | null;
    /** Minor units (cents) */
    amount: number;
    countries: string[];
    /** Minor units (cents) */
    freeFrom: number | null;
    /** The measure of `tiers`: `weight` in grams, `quantity` in units, or `value` in minor units after discount, each of the goods that are shipped; null: there are none */
    tiersBy: "weight" | "quantity" | "value" | null;
    /** Ascending by `from`. The highest tier that is reached applies, and `amount` of the option below the first; with null the option isn’t offered from there on */
    tiers: {
      from: number;
      /** Minor units (cents) */
      amount: number | null;
    }[];
    /** Where it is offered: codes (`10013`), beginnings of codes (`100*`) or ranges of equally long ones (`10000-10999`); empty: everywhere */
    postalCodes: string[];
    /** Profiles of goods (`shippingProfile` of variants) that it takes, beside goods without one */
    profiles: string[];
    prices: {
      currency: string;
      /** Minor units (cents) */
      amount: number;
      /** Minor units (cents) */
      freeFrom: number | null;
      /** Ascending by `from`. The highest tier that is reached applies, and `amount` of the option below the first; with null the option isn’t offered from there on */
      tiers: {
        from: number;
        /** Minor units (cents) */
        amount: number | null;
      }[];
    }[];
  }[];
  /** Increases with each change; also the ETag */
  version: number;
}

export interface StoreConfig {
  name: string;
  currency: string;
  /** The currencies that a cart may have: the store’s first, then those of price lists for all customers */
  currencies: string[];
  locale: "en" | "de" | "fr" | "es";
  /** The time zone of the store’s days, such as `Europe/Berlin` */
  timeZone: string;
  country: string;
  countries: string[];
  pricesIncludeTax: boolean;
  /** The seller by law, for a shop’s imprint; null until the settings contain it */
  seller: {
    name: string;
    line1: string;
    line2: string | null;
    postalCode: string;
    city: string;
    region: string | null;
    country: string;
    registration: string | null;
    vatNumber: string | null;
    email: string | null;
    phone: string | null;
  } | null;
  /** The origin of uploaded pictures, for the Content-Security-Policy of a shop; null: uploads are disabled */
  picturesOrigin: string | null;
  /** Of the first active payment account: who takes the payment, and the provider’s key for pages; of a payment by hand, what the shopper does; the payment methods of a cart have it by language */
  payment: {
    provider: string;
    publishableKey: string | null;
    instructions: string | null;
  };
  cookieConsent: boolean;
  analytics?: {
    lightAnalytics?: boolean;
    lightAnalyticsDomain?: string;
    webAnalytics?: {
      id: string;
    };
    socialPixel?: {
      pixelId: string;
    };
  };
}

export interface StoreProduct {
  /** UUID */
  id: string;
  slug: string;
  title: string;
  description: string | null;
  images: {
    url: string;
    alt: string | null;
    width: number | null;
    height: number | null;
    srcset: {
      avif: string;
      webp: string;
    } | null;
  }[];
  categories: {
    /** UUID */
    id: string;
    name: string;
    slug: string;
  }[];
  options: {
    name: string;
    values: string[];
  }[];
  /** Fields of the store’s own whose names begin with `public.` */
  metadata: Record<string, string | number | boolean | null>;
  variants: {
    /** UUID */
    id: string;
    sku: string;
    title: string | null;
    options: Record<string, string>;
    /** Minor units (cents) */
    priceAmount: number;
    currency: string;
    /** The price to show struck through; null where it isn’t above `priceAmount`, so that nothing looks cheaper than it was */
    compareAtAmount: number | null;
    contentAmount: number | null;
    contentUnit: "mg" | "g" | "kg" | "ml" | "cl" | "l" | "mm" | "cm" | "m" | "cm2" | "m2" | "m3" | null;
    /** The lowest price at which all customers could buy a unit in the 30 days before it was reduced, to show beside a reduced price (EU directive 98/6, article 6a). Base prices and prices of lists for all customers count, in `currency` and the store’s terms. Null where neither `compareAtAmount` nor a list for all customers reduces it, and where it was never sold at another price */
    lowestPriceIn30Days: number | null;
    /** What one unit costs the shopper in the requested currency; null: it isn’t sold in it. `priceAmount` is the base price, in the store’s terms */
    price: {
      /** Minor units (cents) */
      amount: number;
      currency: string;
      /** Whether tax is in it: as the customer’s group says, else `pricesIncludeTax` of the store */
      includesTax: boolean;
      /** What `referenceAmount` of `referenceUnit` costs, such as 1 kg, in the same currency and terms, half up to a minor unit; null: the variant isn’t sold by measure */
      unitPrice: {
        /** Minor units (cents) */
        amount: number;
        referenceAmount: number;
        referenceUnit: "mg" | "g" | "kg" | "ml" | "cl" | "l" | "mm" | "cm" | "m" | "cm2" | "m2" | "m3";
      } | null;
      /** The list that the unit price came from; null: it is the base price */
      priceList: {
        /** UUID */
        id: string;
        name: string;
      } | null;
      /** From which quantities a unit costs less */
      steps: {
        minQuantity: number;
        /** Minor units (cents) */
        amount: number;
        /** The list that the unit price came from; null: it is the base price */
        priceList: {
          /** UUID */
          id: string;
          name: string;
        } | null;
      }[];
    } | null;
    /** In stock, or may be ordered without stock */
    available: boolean;
    /** Fields of the store’s own whose names begin with `public.` */
    metadata: Record<string, string | number | boolean | null>;
  }[];
}

export interface StoreProductFacets {
  total: number;
  isTotalCapped: boolean;
  categories: {
    slug: string;
    name: string;
    /** Of the products that were counted */
    count: number;
  }[];
  options: {
    name: string;
    value: string;
    /** Of the products that were counted */
    count: number;
  }[];
  /** Up to six ranges of the same round width, such as €10.00 to €19.99, by the cheapest variant; none without a price */
  prices: {
    /** Minor units (cents) */
    from: number;
    /** Minor units (cents) */
    to: number;
    /** Of the products that were counted */
    count: number;
  }[];
  availability: {
    /** Of the products that were counted */
    available: number;
    /** Of the products that were counted */
    unavailable: number;
  };
}

export interface SubscriptionStats {
  health: "well" | "degraded" | "failing" | "probing" | "paused";
  /** Attempts since the last success */
  consecutiveFailures: number;
  /** ISO 8601 */
  failingSince: string | null;
  /** Of those that are kept; null: none */
  lastAttemptAt: string | null;
  lastHour: {
    attempts: number;
    /** There were more; the figures cover the newest 10000 */
    isCapped: boolean;
    succeeded: number;
    failed: number;
    /** Null without attempts */
    successRate: number | null;
    p50Ms: number | null;
    p95Ms: number | null;
  };
  lastDay: {
    attempts: number;
    /** There were more; the figures cover the newest 10000 */
    isCapped: boolean;
    succeeded: number;
    failed: number;
    /** Null without attempts */
    successRate: number | null;
    p50Ms: number | null;
    p95Ms: number | null;
  };
}

export interface TaxReport {
  /** By the store’s time zone, such as `2026-01-15` */
  from: string;
  /** By the store’s time zone, such as `2026-01-15` */
  to: string;
  /** Of the store now; an entry keeps the day on which it was booked */
  timeZone: string;
  items: TaxReportItem[];
}

export interface TaxSettings {
  /** Whether listed prices and shipping include tax */
  pricesIncludeTax: boolean;
  rates: {
    /** An assigned code of ISO 3166-1 alpha-2, in either case (the United Kingdom is GB); stored upper-case */
    country: string;
    /** As shoppers write it (`NY`, `US-NY` and `ny` are one); absent: the whole country */
    region?: string;
    /** A code (`10013`), the beginning of codes (`100*`), or a range of equally long ones (`10000-10999`), without hyphens of their own; absent: every code */
    postalCode?: string;
    /** `standard` (when absent), `reduced` or one of `classes` */
    taxClass?: string;
    /** Hundredths of a percent: 1900 is 19 %, 887.5 is 8.875 % */
    rateBasisPoints: number;
    /** The first day, by the store’s time zone */
    validFrom?: string;
  }[];
  classes: {
    /** `standard`, `reduced`, `zero` (taxed at zero), `exempt` (the law exempts it), or one of the tax settings */
    code: string;
    name: string;
  }[];
  /** Null: shipping is taxed as the goods, in proportion to what is paid for those of each rate */
  shippingTaxClass: string | null;
  /** A store in the EU whose sales to other member states stay below the threshold (Article 59c of Directive 2006/112/EC) charges them the VAT of its own country */
  belowOssThreshold: boolean;
  /** The text on documents about goods of the class `exempt`, such as the article that exempts them */
  exemptReason: string | null;
  /** The same in e-invoices, by the code list VATEX */
  exemptReasonCode: "VATEX-EU-79-C" | "VATEX-EU-132" | "VATEX-EU-132-1A" | "VATEX-EU-132-1B" | "VATEX-EU-132-1C" | "VATEX-EU-132-1D" | "VATEX-EU-132-1E" | "VATEX-EU-132-1F" | "VATEX-EU-132-1G" | "VATEX-EU-132-1H" | "VATEX-EU-132-1I" | "VATEX-EU-132-1J" | "VATEX-EU-132-1K" | "VATEX-EU-132-1L" | "VATEX-EU-132-1M" | "VATEX-EU-132-1N" | "VATEX-EU-132-1O" | "VATEX-EU-132-1P" | "VATEX-EU-132-1Q" | "VATEX-EU-135-1" | "VATEX-EU-143" | "VATEX-EU-144" | "VATEX-EU-148" | "VATEX-EU-151" | "VATEX-EU-153" | "VATEX-EU-159" | "VATEX-EU-309" | "VATEX-FR-FRANCHISE" | "VATEX-FR-CNWVAT" | null;
  /** Says the rates on goods and shipping once the address is known, in place of the store’s own. Buyers who pay no tax, goods of the classes `zero` and `exempt`, and sales that are taxed in the store’s own country below the threshold of the OSS are no question to it. Null: nobody is asked */
  provider: {
    /** One that a module of the deployment offers */
    name: string;
    /** What happens while it doesn’t say the rates within 5 seconds: those of the store apply, or no order is placed (`tax_unavailable`) */
    whenUnavailable: "own_rates" | "refuse_checkout";
  } | null;
  /** 0 until their first change */
  version: number;
}

export interface WebhookAddresses {
  /** IP addresses, and ranges in CIDR notation */
  addresses: string[];
}

export interface WebhookMetrics {
  interval: "minute" | "hour" | "day";
  /** ISO 8601 */
  from: string;
  /** ISO 8601 */
  to: string;
  total: {
    attempts: number;
    succeeded: number;
    failed: number;
    p50Ms: number | null;
    p95Ms: number | null;
    p99Ms: number | null;
    /** The number of deliveries by their state after these attempts */
    deliveries: {
      delivered: number;
      failed: number;
      exhausted: number;
    };
  };
  /** One for each interval, also where there was nothing */
  series: {
    /** ISO 8601 */
    at: string;
    attempts: number;
    succeeded: number;
    failed: number;
    p50Ms: number | null;
    p95Ms: number | null;
    p99Ms: number | null;
    /** The number of deliveries by their state after these attempts */
    deliveries: {
      delivered: number;
      failed: number;
      exhausted: number;
    };
  }[];
  byEvent: {
    event: string;
    attempts: number;
    succeeded: number;
    failed: number;
    p50Ms: number | null;
    p95Ms: number | null;
    p99Ms: number | null;
  }[];
  bySubscription: {
    /** UUID */
    subscriptionId: string;
    attempts: number;
    succeeded: number;
    failed: number;
    p50Ms: number | null;
    p95Ms: number | null;
    p99Ms: number | null;
  }[];
  /** `none`: there was no response */
  byResponseClass: {
    responseClass: "none" | "1xx" | "2xx" | "3xx" | "4xx" | "5xx";
    attempts: number;
  }[];
  byError: {
    /** The same as `lastError` of a delivery */
    error: string;
    attempts: number;
  }[];
  /** Attempts that took no longer than this, and longer than the bound before it */
  histogram: {
    upToMs: number;
    attempts: number;
  }[];
}

export interface ApiKey {
  /** UUID */
  id: string;
  name: string;
  /** The first characters of the key, to recognise it by */
  prefix: string;
  permissions: ("settings:read" | "settings:write" | "catalog:read" | "catalog:write" | "customers:read" | "customers:write" | "orders:read" | "orders:write" | "users:read" | "users:write" | "webhooks:read" | "webhooks:write")[];
  createdBy: string;
  /** ISO 8601 */
  createdAt: string;
  /** ISO 8601 */
  lastUsedAt: string | null;
  /** ISO 8601 */
  revokedAt: string | null;
}

export interface AuditRecord {
  /** UUID */
  id: string;
  /** `admin:<id>`, `api-key:<id>`, or `cli` for the operator of the deployment */
  actor: string;
  /** A stable word for programs */
  action: string;
  subject: {
    type: string;
    id: string;
  };
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  requestId: string;
  /** ISO 8601 */
  createdAt: string;
}

export interface Consent {
  /** UUID */
  id: string;
  purpose: string;
  granted: boolean;
  textVersion: string | null;
  /** `storefront`, or the source that an operator gave */
  source: string;
  /** ISO 8601 */
  createdAt: string;
  /** Who recorded it: `customer:<id>`, `admin:<id>` or `api-key:<id>` */
  actor: string;
  /** The network address that the customer’s request came from */
  clientAddress: string | null;
}

export interface CurrentText {
  /** terms: terms of business · withdrawal: right of withdrawal · privacy: privacy notice */
  kind: "terms" | "withdrawal" | "privacy";
  locale: "en" | "de" | "fr" | "es";
  version: string;
  /** SHA-256 of the text in UTF-8 */
  sha256: string;
  text: string;
  /** A checkout must accept a text of this kind */
  isRequired: boolean;
}

export interface DiscountCode {
  code: string;
  used: boolean;
  /** ISO 8601 */
  createdAt: string;
}

export interface ListDraftOrdersItem {
  /** UUID */
  id: string;
  /** UUID */
  customerId: string | null;
  email: string | null;
  /** The buyer’s name, from an address or the account */
  name: string | null;
  currency: string;
  lineCount: number;
  /** For operators; it goes into the history of the order */
  note: string | null;
  version: number;
  /** ISO 8601 */
  createdAt: string;
  /** ISO 8601 */
  updatedAt: string;
}

export interface FailedPicture {
  /** UUID */
  productId: string;
  url: string;
  code: "invalid_url" | "insecure_url" | "credentials_in_url" | "refused_address" | "unresolvable_host" | "too_many_requests" | "too_many_redirects" | "unexpected_status" | "unreachable" | "timeout" | "payload_too_large" | "invalid_picture" | "too_many_pictures" | "not_stored";
  reason: string;
}

export interface FilterPath {
  /** One that ends with a dot wants a name of the store’s own behind it */
  path: string;
  /** Of values there; none: only whether there is something can be asked */
  types: ("string" | "number" | "boolean")[];
  /** All that there are, where they are listed */
  values: (string | number | boolean | null)[];
  operators: ("equals" | "in" | "exists" | "prefix" | "greater" | "less")[];
  /** It leads through a list: any of its items */
  isList: boolean;
}

export interface ListFormerOrdersItem {
  /** UUID */
  id: string;
  /** As the former shop wrote it */
  number: string;
  /** ISO 8601 */
  placedAt: string;
  currency: string;
  /** Minor units (cents) */
  total: number;
  /** In the words of the former shop */
  status: string | null;
  /** In the words of the former shop */
  paymentStatus: string | null;
  /** In the words of the former shop */
  fulfilmentStatus: string | null;
  email: string | null;
  /** Of the billing address, else of the shipping address */
  name: string | null;
  /** ISO 8601 */
  importedAt: string;
}

export interface Invitation {
  /** UUID */
  id: string;
  email: string;
  name: string | null;
  role: "owner" | "manager" | "support" | "viewer";
  /** ISO 8601 */
  createdAt: string;
  /** ISO 8601 */
  expiresAt: string;
}

export interface LabelRate {
  carrier: string;
  service: string;
  /** Minor units (cents) */
  amount: number;
  /** A code of ISO 4217, in either case; stored upper-case */
  currency: string;
}

export interface LegalText {
  /** UUID */
  id: string;
  /** terms: terms of business · withdrawal: right of withdrawal · privacy: privacy notice */
  kind: "terms" | "withdrawal" | "privacy";
  locale: "en" | "de" | "fr" | "es";
  version: string;
  /** SHA-256 of the text in UTF-8 */
  sha256: string;
  text: string;
  /** ISO 8601 */
  createdAt: string;
}

export interface MailText {
  kind: "order_placed" | "payment_link" | "order_confirmation" | "payment_failed" | "order_shipped" | "order_ready" | "order_cancelled" | "order_refunded" | "return_requested" | "return_approved" | "return_rejected" | "return_received" | "withdrawal_received" | "verification" | "password_reset" | "password_changed" | "email_change" | "email_taken" | "email_change_requested" | "email_changed";
  locale: "en" | "de" | "fr" | "es";
  subject: string;
  body: string;
  /** Whether it is the store’s; else it is ours */
  isOwn: boolean;
  /** Whether this kind can’t be switched off */
  isRequired: boolean;
  placeholders: ("store_name" | "name" | "new_email" | "code" | "order_number" | "lines" | "order_table" | "discount" | "shipping" | "tax" | "total" | "instructions" | "pay_by" | "payment_button" | "exchange_of" | "is_part" | "goods_table" | "carrier" | "tracking_number" | "tracking_button" | "pickup_place" | "opening_hours_table" | "pickup_note" | "is_unpaid" | "amount" | "note" | "received_at")[];
  /** When and why the store’s text failed for a mail, which was sent with the standard text */
  failure: {
    /** ISO 8601 */
    at: string;
    reason: string;
  } | null;
}

export interface Module {
  name: string;
  version: string | null;
  state: "enabled" | "disabled";
  reason: string | null;
  /** Handlers that failed since the process started */
  failures: number;
  /** What payment accounts may have as their `provider` */
  paymentProviders: string[];
  /** What shipping options may have as the `name` of their `carrier` */
  carriers: string[];
  /** What the tax settings may have as the `name` of their `provider` */
  taxProviders: string[];
}

export interface Notification {
  /** UUID */
  id: string;
  /** A stable word for programs */
  kind: string;
  title: string;
  detail: string;
  /** ISO 8601 */
  createdAt: string;
  /** ISO 8601 */
  readAt: string | null;
}

export interface OwnConsent {
  /** UUID */
  id: string;
  purpose: string;
  granted: boolean;
  textVersion: string | null;
  /** `storefront`, or the source that an operator gave */
  source: string;
  /** ISO 8601 */
  createdAt: string;
}

export interface ListOwnFormerOrdersItem {
  /** UUID */
  id: string;
  /** As the former shop wrote it */
  number: string;
  /** ISO 8601 */
  placedAt: string;
  currency: string;
  /** Minor units (cents) */
  total: number;
  /** In the words of the former shop */
  status: string | null;
  /** In the words of the former shop */
  paymentStatus: string | null;
  /** In the words of the former shop */
  fulfilmentStatus: string | null;
}

export interface ListOwnOrdersItem {
  /** UUID */
  id: string;
  number: number;
  status: "pending" | "paid" | "shipped" | "cancelled" | "refunded" | "partially_refunded";
  paymentStatus: "disputed" | "charged_back" | "overpaid" | "refunded" | "partly_refunded" | "paid" | "partly_paid" | "authorised" | "unpaid";
  fulfilmentStatus: "unfulfilled" | "partly_shipped" | "shipped" | "partly_returned" | "returned" | "nothing_to_ship";
  currency: string;
  /** Minor units (cents) */
  subtotal: number;
  /** Minor units (cents) */
  shippingTotal: number;
  /** Minor units (cents) */
  total: number;
  /** The part of the total that the buyer no longer has to pay, because an operator removed units before the order was paid; its credit note is issued with the payment */
  removedTotal: number;
  /** ISO 8601 */
  createdAt: string;
}

export interface OwnPaymentMethod {
  /** Null: the account of the deployment */
  paymentAccountId: string | null;
  provider: string;
  /** The provider’s key for pages */
  publishableKey: string | null;
  /** For a payment by hand: the instructions for the shopper, such as the number of a bank account, in the language of the cart or the order */
  instructions: string | null;
  /** In the cart’s language, else the store’s; without one how it is paid, such as “Card or wallet” */
  name: string;
  /** Whether the open payment of an order is made with it; before the checkout none is */
  isChosen: boolean;
}

export interface OwnSession {
  /** UUID */
  id: string;
  /** ISO 8601 */
  startedAt: string;
  /** The network address */
  startedFrom: string | null;
  /** ISO 8601 */
  expiresAt: string;
  /** Whether this request is made by it */
  isCurrent: boolean;
}

export interface PaymentEvent {
  /** The provider’s event id; of a payment account of the store, after the account’s id and a colon */
  id: string;
  type: string;
  /** UUID */
  orderId: string;
  /** `waiting`: its payment isn’t known yet; `contradictory`: it names another order than its payment, and had no effect; `applied`: it has had its effect */
  state: "waiting" | "contradictory" | "applied";
  /** ISO 8601 */
  receivedAt: string;
  /** ISO 8601 */
  appliedAt: string | null;
}

export interface PortalSession {
  /** UUID */
  id: string;
  /** The session sees every subscription with this label; null: those of `subscriptionIds` */
  label: string | null;
  subscriptionIds: string[];
  /** `view`: endpoints, deliveries, attempts. `test`: send a test. `retry`: retry and recover. `manage`: change and delete endpoints and, by a label, create them. `rotate`: rotate the secret. `catalogue`: the events with their schemas, which `manage` includes */
  capabilities: ("view" | "test" | "retry" | "manage" | "rotate" | "catalogue")[];
  createdBy: string;
  /** ISO 8601 */
  createdAt: string;
  /** ISO 8601 */
  expiresAt: string;
}

export interface Price {
  /** UUID */
  variantId: string;
  /** From this many of the variant on in one line */
  minQuantity: number;
  /** Minor units (cents) */
  amount: number;
  sku: string;
  /** UUID */
  productId: string;
  productTitle: string;
  variantTitle: string | null;
  /** Minor units (cents) */
  baseAmount: number;
  baseCurrency: string;
}

export interface RefusedCustomer {
  number: number;
  reason: string;
  row: unknown;
}

export interface ListReturnsItem {
  /** UUID */
  id: string;
  /** UUID */
  orderId: string;
  status: "requested" | "approved" | "rejected" | "received" | "refunded" | "exchanged";
  requestedBy: "customer" | "operator";
  reason: string | null;
  /** What the operator says about the approval or the rejection */
  note: string | null;
  lines: {
    /** UUID */
    lineId: string;
    quantity: number;
  }[];
  /** What came, once it has */
  received: {
    /** UUID */
    lineId: string;
    quantity: number;
    condition: "new" | "used" | "damaged";
    /** For sale again; else written off */
    restock: boolean;
  }[];
  /** The refund of what came, or of what an exchange was cheaper by */
  refundId: string | null;
  /** What was exchanged, and for which variant */
  exchanged: {
    /** UUID */
    lineId: string;
    quantity: number;
    /** UUID */
    variantId: string;
  }[];
  /** The order that sends the exchange */
  exchangeOrderId: string | null;
  /** ISO 8601 */
  createdAt: string;
  /** ISO 8601 */
  updatedAt: string;
  orderNumber: number;
}

export interface SigningKey {
  /** `keyid` of the signature, `kid` of the key set */
  id: string;
  /** `whpk_` and the key in base64, as Standard Webhooks writes it */
  publicKey: string;
  /** ISO 8601 */
  createdAt: string;
  /** Until then it signs beside the newest; null: it is the newest */
  expiresAt: string | null;
}

export interface StockMovement {
  /** UUID */
  id: string;
  kind: "initial" | "set" | "adjusted" | "reserved" | "released" | "shipped" | "returned" | "written_off";
  quantityDelta: number;
  reservedDelta: number;
  quantityAfter: number;
  reservedAfter: number;
  note: string | null;
  /** `admin:<id>`, `provider:<event id>`, `storefront` or `system` */
  actor: string;
  /** ISO 8601 */
  createdAt: string;
}

export interface ListStoreProductsItem {
  /** UUID */
  id: string;
  slug: string;
  title: string;
  image: {
    url: string;
    alt: string | null;
    width: number | null;
    height: number | null;
    srcset: {
      avif: string;
      webp: string;
    } | null;
  } | null;
  /** Minor units (cents) */
  priceFrom: number | null;
  /** Minor units (cents) */
  priceTo: number | null;
  currency: string | null;
  /** What one unit costs the shopper in the requested currency, of the cheapest and the dearest variant; null: nothing is sold in it */
  price: {
    /** Minor units (cents) */
    from: number;
    /** Minor units (cents) */
    to: number;
    currency: string;
    /** Whether tax is in it: as the customer’s group says, else `pricesIncludeTax` of the store */
    includesTax: boolean;
  } | null;
  /** Of the variant that costs `price.from`, what has to stand beside that price: its unit price, and of a reduced one what it is compared with, as on the product’s page; null where `price` is */
  cheapest: {
    /** Minor units (cents) */
    priceAmount: number;
    currency: string;
    /** The price to show struck through; null where it isn’t above `priceAmount`, so that nothing looks cheaper than it was */
    compareAtAmount: number | null;
    /** The lowest price at which all customers could buy a unit in the 30 days before it was reduced, to show beside a reduced price (EU directive 98/6, article 6a). Base prices and prices of lists for all customers count, in `currency` and the store’s terms. Null where neither `compareAtAmount` nor a list for all customers reduces it, and where it was never sold at another price */
    lowestPriceIn30Days: number | null;
    /** What `referenceAmount` of `referenceUnit` costs, such as 1 kg, in the same currency and terms, half up to a minor unit; null: the variant isn’t sold by measure */
    unitPrice: {
      /** Minor units (cents) */
      amount: number;
      referenceAmount: number;
      referenceUnit: "mg" | "g" | "kg" | "ml" | "cl" | "l" | "mm" | "cm" | "m" | "cm2" | "m2" | "m3";
    } | null;
  } | null;
  /** Whether a variant is in stock or may be ordered without stock */
  available: boolean;
}

export interface SubscriptionGap {
  sequence: number;
  /** UUID */
  deliveryId: string;
  /** A name from the event catalogue */
  event: "order.created" | "order.paid" | "order.shipped" | "order.cancelled" | "order.refunded" | "order.partially_refunded" | "order.shipment_created" | "order.completed" | "order.updated" | "order.ready_for_pickup" | "order.note_added" | "checkout.started" | "cart.abandoned" | "payment.authorized" | "payment.captured" | "payment.failed" | "payment.voided" | "dispute.opened" | "dispute.closed" | "refund.failed" | "credit_note.created" | "refund.issued" | "return.requested" | "return.approved" | "return.rejected" | "return.received" | "return.refunded" | "return.exchanged" | "product.created" | "product.updated" | "product.deleted" | "product.published" | "product.unpublished" | "variant.created" | "variant.updated" | "variant.deleted" | "inventory.changed" | "inventory.low" | "inventory.sold_out" | "inventory.restocked" | "category.created" | "category.updated" | "category.deleted" | "price_list.created" | "price_list.updated" | "price_list.deleted" | "discount.used_up" | "customer.created" | "customer.updated" | "customer.erased" | "import.completed" | "webhook.endpoint_failing" | "webhook.endpoint_paused" | "webhook.endpoint_recovered" | "webhook.delivery_exhausted";
  status: "pending" | "failed" | "exhausted";
  /** Attempts made; the one under way is only in `attemptRecords` */
  attempts: number;
  /** Null when exhausted: there is no automatic retry */
  nextRetryAt: string | null;
  /** A short text from a closed set */
  lastError: string | null;
}

export interface WebhookEvent {
  /** A name from the event catalogue */
  name: "order.created" | "order.paid" | "order.shipped" | "order.cancelled" | "order.refunded" | "order.partially_refunded" | "order.shipment_created" | "order.completed" | "order.updated" | "order.ready_for_pickup" | "order.note_added" | "checkout.started" | "cart.abandoned" | "payment.authorized" | "payment.captured" | "payment.failed" | "payment.voided" | "dispute.opened" | "dispute.closed" | "refund.failed" | "credit_note.created" | "refund.issued" | "return.requested" | "return.approved" | "return.rejected" | "return.received" | "return.refunded" | "return.exchanged" | "product.created" | "product.updated" | "product.deleted" | "product.published" | "product.unpublished" | "variant.created" | "variant.updated" | "variant.deleted" | "inventory.changed" | "inventory.low" | "inventory.sold_out" | "inventory.restocked" | "category.created" | "category.updated" | "category.deleted" | "price_list.created" | "price_list.updated" | "price_list.deleted" | "discount.used_up" | "customer.created" | "customer.updated" | "customer.erased" | "import.completed" | "webhook.endpoint_failing" | "webhook.endpoint_paused" | "webhook.endpoint_recovered" | "webhook.delivery_exhausted";
  firesWhen: string;
  payloadType: string;
  /** The version of the interface that introduced it */
  since: string;
  /** The member of `data` that names the resource: an ordered subscription gets the events of one resource in sequence */
  orderedBy: string;
  /** What full payloads carry as `data.object`: a schema of this document; null: nothing */
  object: string | null;
  /** JSON Schema of `data` */
  schema: Record<string, unknown>;
  /** A `data` that fits the schema */
  example: Record<string, unknown>;
}

export interface AccountReportItem {
  /** Null: the account of the deployment */
  accountId: string | null;
  name: string | null;
  /** ISO 4217 */
  currency: string;
  /** Captured */
  received: number;
  /** Refunded */
  refunds: number;
  /** Charged back in lost disputes */
  chargebacks: number;
  /** Received less refunds and chargebacks, before fees of the provider */
  net: number;
}

export interface EuRatesItem {
  /** An assigned code of ISO 3166-1 alpha-2, in either case (the United Kingdom is GB); stored upper-case */
  country: string;
  /** Hundredths of a percent: 1900 is 19 %, 887.5 is 8.875 % */
  standard: number;
  reduced: number[];
}

export interface TaxReportItem {
  /** The country that taxes: where the goods go, or the store’s below the threshold of the OSS */
  country: string;
  /** Of the country, where taxes depend on it: in the United States and Canada, and where the store has entered rates of regions. In capitals, without the country’s code; absent elsewhere */
  region?: string;
  /** Hundredths of a percent: 1900 is 19 %, 887.5 is 8.875 % */
  rateBasisPoints: number;
  /** Goods that the law exempts; else absent */
  exempt?: true;
  /** ISO 4217 */
  currency: string;
  /** What was taxed, without the tax, of orders that became paid */
  soldBase: number;
  /** Its tax */
  soldTax: number;
  /** The same of credit notes */
  creditedBase: number;
  /** Its tax */
  creditedTax: number;
  /** Sold less credited */
  baseAmount: number;
  /** The tax of that */
  amount: number;
}

export interface BeginSecondFactorResponse {
  /** Base32, to be typed */
  secret: string;
  /** The same for a QR code */
  uri: string;
}

export interface CancelLabelResponse {
  /** UUID */
  id: string;
  /** UUID */
  orderId: string;
  /** `requested` until the carrier has answered: request the same label again, or cancel it. The file of a cancelled one is deleted */
  status: "requested" | "made" | "cancelled";
  carrier: string;
  service: string;
  weightGrams: number;
  lines: {
    /** UUID */
    lineId: string;
    quantity: number;
  }[];
  tracking: {
    number: string | null;
    url: string | null;
  };
  /** The shipment that left with it; null: none has */
  shipmentId: string | null;
  /** ISO 8601 */
  createdAt: string;
}

export interface CheckoutResponse {
  order: {
    /** UUID */
    id: string;
    number: number;
    /** `paid`: there was nothing to pay */
    status: "pending" | "paid";
    currency: string;
    /** Minor units (cents) */
    subtotal: number;
    /** Minor units (cents) */
    discountTotal: number;
    /** Minor units (cents) */
    shippingTotal: number;
    /** Minor units (cents) */
    taxTotal: number;
    /** Minor units (cents) */
    total: number;
    taxLines: TaxLine[];
    reverseCharge: boolean;
    taxExempt: boolean;
  };
  /** Null: there was nothing to pay */
  payment: {
    /** UUID */
    id: string;
    providerPaymentId: string;
    /** For the provider’s own script in the storefront; empty where it has none */
    clientSecret: string;
    /** Where the shopper pays, at the provider */
    redirectUrl: string | null;
    /** Null: the account of the deployment */
    paymentAccountId: string | null;
    provider: string;
    /** The provider’s key for pages */
    publishableKey: string | null;
    /** For a payment by hand: the instructions for the shopper, such as the number of a bank account, in the language of the cart or the order */
    instructions: string | null;
    /** What the shopper needs to pay: the provider’s script with `clientSecret` and `publishableKey`, the page at `redirectUrl`, or `instructions` */
    needs: "client_secret" | "redirect" | "instructions" | "nothing";
  } | null;
}

export interface ClaimDeliveriesResponse {
  items: {
    /** UUID */
    deliveryId: string;
    /** To be sent with the report */
    attempt: number;
    /** ISO 8601 */
    leaseUntil: string;
    /** A name from the event catalogue */
    event: "order.created" | "order.paid" | "order.shipped" | "order.cancelled" | "order.refunded" | "order.partially_refunded" | "order.shipment_created" | "order.completed" | "order.updated" | "order.ready_for_pickup" | "order.note_added" | "checkout.started" | "cart.abandoned" | "payment.authorized" | "payment.captured" | "payment.failed" | "payment.voided" | "dispute.opened" | "dispute.closed" | "refund.failed" | "credit_note.created" | "refund.issued" | "return.requested" | "return.approved" | "return.rejected" | "return.received" | "return.refunded" | "return.exchanged" | "product.created" | "product.updated" | "product.deleted" | "product.published" | "product.unpublished" | "variant.created" | "variant.updated" | "variant.deleted" | "inventory.changed" | "inventory.low" | "inventory.sold_out" | "inventory.restocked" | "category.created" | "category.updated" | "category.deleted" | "price_list.created" | "price_list.updated" | "price_list.deleted" | "discount.used_up" | "customer.created" | "customer.updated" | "customer.erased" | "import.completed" | "webhook.endpoint_failing" | "webhook.endpoint_paused" | "webhook.endpoint_recovered" | "webhook.delivery_exhausted";
    /** Requested by an operator; nothing happened in the store */
    isTest: boolean;
    /** `X-Service-Sequence`: counts the deliveries of the subscription from their first attempt on; null before it, and for tests */
    sequence: number | null;
    /** The signed bytes, as UTF-8 */
    body: string;
    headers: Record<string, string>;
  }[];
}

export interface ConfirmSecondFactorResponse {
  recoveryCodes: string[];
}

export interface CreateApiKeyResponse {
  /** UUID */
  id: string;
  name: string;
  /** The first characters of the key, to recognise it by */
  prefix: string;
  permissions: ("settings:read" | "settings:write" | "catalog:read" | "catalog:write" | "customers:read" | "customers:write" | "orders:read" | "orders:write" | "users:read" | "users:write" | "webhooks:read" | "webhooks:write")[];
  createdBy: string;
  /** ISO 8601 */
  createdAt: string;
  /** ISO 8601 */
  lastUsedAt: string | null;
  /** ISO 8601 */
  revokedAt: string | null;
  /** Never shown again; absent from a repeated response */
  key?: string;
}

export interface CreatePortalSessionResponse {
  /** UUID */
  id: string;
  /** The session sees every subscription with this label; null: those of `subscriptionIds` */
  label: string | null;
  subscriptionIds: string[];
  /** `view`: endpoints, deliveries, attempts. `test`: send a test. `retry`: retry and recover. `manage`: change and delete endpoints and, by a label, create them. `rotate`: rotate the secret. `catalogue`: the events with their schemas, which `manage` includes */
  capabilities: ("view" | "test" | "retry" | "manage" | "rotate" | "catalogue")[];
  createdBy: string;
  /** ISO 8601 */
  createdAt: string;
  /** ISO 8601 */
  expiresAt: string;
  /** Shown once; absent from a repeated response */
  url?: string;
}

export interface CreateSubscriptionResponse {
  /** UUID */
  id: string;
  /** `push`: sent to the URL. `pull`: waits until the subscriber claims it. `amqp`: published to RabbitMQ, at `amqps://host/vhost`. `sqs`: sent to the queue of Amazon SQS that the URL names. `eventbridge`: put on a bus of Amazon EventBridge, by the endpoint of its region that the URL names. `pubsub`: published to the topic of Google Pub/Sub that the URL names. `kafka`: produced to a topic of Kafka, at `kafkas://host:port` */
  kind: "push" | "pull" | "amqp" | "sqs" | "eventbridge" | "pubsub" | "kafka";
  /** Null: a pull subscription has none */
  url: string | null;
  /** Null for every other kind */
  amqp: {
    /** Empty: the default exchange, where the routing key is a queue’s name */
    exchange: string;
    /** Null: the name of the event */
    routingKey: string | null;
    username: string;
  } | null;
  /** Null for every other kind */
  sqs: {
    /** Such as `eu-central-1` */
    region: string;
    /** Of a user with the permission `sqs:SendMessage` alone */
    accessKeyId: string;
  } | null;
  /** Null for every other kind */
  eventbridge: {
    /** Such as `eu-central-1` */
    region: string;
    /** Of a user with the permission `events:PutEvents` alone */
    accessKeyId: string;
    /** Name or ARN of the event bus; absent: `default` */
    bus: string;
    /** `source` of the events, which rules and policies match by; absent: `commerce` */
    source: string;
  } | null;
  /** Null for every other kind */
  pubsub: {
    /** `client_email` of the key file of a service account that may publish to the topic, and nothing else */
    clientEmail: string;
    /** `private_key_id` of that file */
    privateKeyId: string;
  } | null;
  /** Null for every other kind */
  kafka: {
    topic: string;
    /** The SASL mechanism */
    mechanism: "plain" | "scram-sha-256" | "scram-sha-512";
    /** Of a user that may write to the topic, and nothing else */
    username: string;
  } | null;
  events: ("order.created" | "order.paid" | "order.shipped" | "order.cancelled" | "order.refunded" | "order.partially_refunded" | "order.shipment_created" | "order.completed" | "order.updated" | "order.ready_for_pickup" | "order.note_added" | "checkout.started" | "cart.abandoned" | "payment.authorized" | "payment.captured" | "payment.failed" | "payment.voided" | "dispute.opened" | "dispute.closed" | "refund.failed" | "credit_note.created" | "refund.issued" | "return.requested" | "return.approved" | "return.rejected" | "return.received" | "return.refunded" | "return.exchanged" | "product.created" | "product.updated" | "product.deleted" | "product.published" | "product.unpublished" | "variant.created" | "variant.updated" | "variant.deleted" | "inventory.changed" | "inventory.low" | "inventory.sold_out" | "inventory.restocked" | "category.created" | "category.updated" | "category.deleted" | "price_list.created" | "price_list.updated" | "price_list.deleted" | "discount.used_up" | "customer.created" | "customer.updated" | "customer.erased" | "import.completed" | "webhook.endpoint_failing" | "webhook.endpoint_paused" | "webhook.endpoint_recovered" | "webhook.delivery_exhausted" | "order.*" | "checkout.*" | "cart.*" | "payment.*" | "dispute.*" | "refund.*" | "credit_note.*" | "return.*" | "product.*" | "variant.*" | "inventory.*" | "category.*" | "price_list.*" | "discount.*" | "customer.*" | "import.*" | "webhook.*" | "*")[];
  /** `thin`: ids and states, as the catalogue says. `full`: also `data.object`, the resource as this API presents it at the commit of the change, `data.changes` and `data.actor`. Above 64 kB it is thin, and `data.objectOmitted` says so. Full payloads need the permission to read what the events are about; a portal session can’t choose them */
  payload: "thin" | "full";
  /** Only events that match it become deliveries; null: all. At most 16 conditions, 5 deep, 4096 bytes of JSON. It reads the full payload, whatever `payload` says; conditions on more than `event` and the members of the catalogue need the permission to read the events’ resources, which a portal session doesn’t have. Refused if it can’t match any of the `events` */
  filter: WebhookFilter | null;
  /** The version of the Admin API in which full payloads present resources */
  apiVersion: string;
  /** When this version may be removed: change to a newer one before. Null: it isn’t deprecated */
  apiVersionEndsAt: string | null;
  /** What is sent to the URL; other kinds than `push` have the envelope. `slack`, `teams` and `discord`: a message for people, with what the payload says (of a full one the number, the buyer and sums) and a link to the console. `cloudevents`: CloudEvents 1.0 in structured mode */
  format: "envelope" | "slack" | "teams" | "discord" | "cloudevents";
  /** Language of a message for people; null: the format has none */
  locale: "en" | "de" | "fr" | "es" | null;
  /** False: paused. Nothing is sent, and due deliveries wait */
  active: boolean;
  description: string | null;
  /** The subscriber it belongs to, such as a customer number: a portal session of this label sees it */
  label: string | null;
  /** Names of the custom headers */
  headerNames: string[];
  /** Credentials that the endpoint requires beside the signature, without their secrets; null: none */
  auth: {
    /** `basic`: user name and password. `bearer`: a fixed token. `oauth2`: a token by client credentials. `mtls`: a client certificate */
    kind: "basic" | "bearer" | "oauth2" | "mtls";
    /** For `basic` */
    username?: string;
    /** For `oauth2`: the token endpoint. It is checked like the URL of a subscription */
    tokenUrl?: string;
    /** For `oauth2` */
    clientId?: string;
    /** For `oauth2`: how the client identifies itself to the token server */
    method?: "client_secret_basic" | "client_secret_post" | "private_key_jwt";
    /** For `private_key_jwt`: the `kid` of the assertion */
    keyId?: string;
    /** For `oauth2`: separated by spaces */
    scope?: string;
    /** For `oauth2`: for token servers that require it */
    audience?: string;
    certificate?: {
      subject: string;
      issuer: string;
      /** Its alternative names */
      names: string[];
      /** ISO 8601 */
      validFrom: string;
      /** ISO 8601 */
      validTo: string;
      /** SHA-256, in hex */
      fingerprint: string;
    };
  } | null;
  /** If a failed response has a `Retry-After` that is later than the retry table says, it sets the next retry, up to 24 hours */
  honourRetryAfter: boolean;
  /** A 410 response, or five days of failures only, pauses the subscription and notifies the operators */
  autoPause: boolean;
  /** Why the service paused it; null when it is active or an operator paused it */
  pausedReason: "gone" | "failing" | null;
  /** Maximum number of requests at once, from all workers together; null: as many as a worker allows one subscriber */
  maxConcurrency: number | null;
  /** Maximum number of requests per second, from all workers together; null: no such limit */
  maxPerSecond: number | null;
  /** Events of one resource (an order with its refunds, a product with its variants) are sent in sequence: the next one only after the one before is delivered or exhausted */
  ordered: boolean;
  /** `hmac`: by the subscription’s secret. `ed25519`: the store’s key pair signs too, so that a receiver needs no secret */
  signature: "hmac" | "ed25519";
  /** While a rotated secret is still valid: until when */
  previousSecretExpiresAt: string | null;
  /** When a pull subscription is paused; null: never */
  expiresAt: string | null;
  /** Fields of the store’s own; a portal session sees those whose names begin with `public.` */
  metadata: Record<string, string | number | boolean | null>;
  /** ISO 8601 */
  createdAt: string;
  /** Increases with each change; also the ETag */
  version: number;
  /** Signing secret, shown once; absent from a repeated response */
  secret?: string;
  warnings: {
    code: "url_in_use";
    message: string;
    /** Those that the caller may see */
    subscriptionIds: string[];
  }[];
}

export interface CreateTenantResponse {
  /** UUID */
  id: string;
  name: string;
  currency: string;
  country: string;
  /** Names the store in the Store API; not a secret */
  publishableKey: string;
}

export interface ExpireAllPortalSessionsResponse {
  expired: number;
}

export interface FindRedirectResponse {
  to: string;
}

export interface GenerateDiscountCodesResponse {
  created: number;
  total: number;
}

export interface ListAuditRecordsResponse {
  items: AuditRecord[];
  total: number;
  page: number;
  pageSize: number;
  /** Whether there are more than `total` */
  isTotalCapped: boolean;
  /** Null on the last page */
  nextCursor: string | null;
}

export interface ListCartReturnsResponse {
  items: Return[];
}

export interface ListCurrentTextsResponse {
  items: CurrentText[];
}

export interface ListCustomersResponse {
  items: Customer[];
  total: number;
  page: number;
  pageSize: number;
  /** Whether there are more than `total` */
  isTotalCapped: boolean;
  /** Null on the last page */
  nextCursor: string | null;
}

export interface ListDeliveriesResponse {
  items: Delivery[];
  total: number;
  page: number;
  pageSize: number;
  isTotalCapped: boolean;
  /** Null on the last page */
  nextCursor: string | null;
  /** For `after`; on the first page, and with `after` */
  tailCursor: string | null;
}

export interface ListDisputesResponse {
  items: Dispute[];
  total: number;
  page: number;
  pageSize: number;
  /** Whether there are more than `total` */
  isTotalCapped: boolean;
  /** Null on the last page */
  nextCursor: string | null;
}

export interface ListDraftShippingOptionsResponse {
  items: ShippingOption[];
}

export interface ListFilterPathsResponse {
  items: FilterPath[];
}

export interface ListFormerOrdersResponse {
  items: ListFormerOrdersItem[];
  total: number;
  page: number;
  pageSize: number;
  /** Whether there are more than `total` */
  isTotalCapped: boolean;
  /** Null on the last page */
  nextCursor: string | null;
}

export interface ListLabelRatesResponse {
  weightGrams: number;
  items: LabelRate[];
  unavailable: string[];
}

export interface ListMailTextsResponse {
  items: MailText[];
  /** Version of the settings and the texts together; 0 until their first change */
  version: number;
}

export interface ListModulesResponse {
  items: Module[];
}

export interface ListNotificationsResponse {
  items: Notification[];
  total: number;
  page: number;
  pageSize: number;
  /** How many are unread, whatever the page and filter */
  unread: number;
}

export interface ListOrdersResponse {
  items: OrderSummary[];
  total: number;
  page: number;
  pageSize: number;
  /** Whether there are more than `total` */
  isTotalCapped: boolean;
  /** Null on the last page */
  nextCursor: string | null;
}

export interface ListOwnFormerOrdersResponse {
  items: ListOwnFormerOrdersItem[];
  total: number;
  page: number;
  pageSize: number;
  /** Whether there are more than `total` */
  isTotalCapped: boolean;
  /** Null on the last page */
  nextCursor: string | null;
}

export interface ListOwnOrdersResponse {
  items: ListOwnOrdersItem[];
  total: number;
  page: number;
  pageSize: number;
  /** Whether there are more than `total` */
  isTotalCapped: boolean;
  /** Null on the last page */
  nextCursor: string | null;
}

export interface ListOwnPaymentMethodsResponse {
  items: OwnPaymentMethod[];
}

export interface ListOwnSessionsResponse {
  items: OwnSession[];
}

export interface ListPaymentsResponse {
  items: Payment[];
  total: number;
  page: number;
  pageSize: number;
  /** Whether there are more than `total` */
  isTotalCapped: boolean;
  /** Null on the last page */
  nextCursor: string | null;
}

export interface ListPricesResponse {
  items: Price[];
  total: number;
  page: number;
  pageSize: number;
  /** Whether there are more than `total` */
  isTotalCapped: boolean;
  /** Null on the last page */
  nextCursor: string | null;
}

export interface ListProductsResponse {
  items: Product[];
  total: number;
  page: number;
  pageSize: number;
  /** Whether there are more than `total` */
  isTotalCapped: boolean;
  /** Null on the last page */
  nextCursor: string | null;
}

export interface ListRefundsResponse {
  items: Refund[];
  total: number;
  page: number;
  pageSize: number;
  /** Whether there are more than `total` */
  isTotalCapped: boolean;
  /** Null on the last page */
  nextCursor: string | null;
}

export interface ListReturnsResponse {
  items: ListReturnsItem[];
  total: number;
  page: number;
  pageSize: number;
  /** Whether there are more than `total` */
  isTotalCapped: boolean;
  /** Null on the last page */
  nextCursor: string | null;
}

export interface ListStockMovementsResponse {
  items: StockMovement[];
  total: number;
  page: number;
  pageSize: number;
  /** Whether there are more than `total` */
  isTotalCapped: boolean;
  /** Null on the last page */
  nextCursor: string | null;
}

export interface ListStoreCategoriesResponse {
  items: StoreCategory[];
}

export interface ListStoreProductsResponse {
  items: ListStoreProductsItem[];
  total: number;
  page: number;
  pageSize: number;
  /** Whether there are more than `total` */
  isTotalCapped: boolean;
  /** Null on the last page */
  nextCursor: string | null;
}

export interface ListSubscriptionGapsResponse {
  items: SubscriptionGap[];
  total: number;
  page: number;
  pageSize: number;
  isTotalCapped: boolean;
  /** Where the next page begins; null on the last one */
  nextCursor: string | null;
  /** The highest number assigned; 0: none yet */
  lastSequence: number;
}

export interface ListWebhookEventsResponse {
  items: WebhookEvent[];
}

export interface LoginCustomerResponse {
  token: string;
  /** ISO 8601 */
  expiresAt: string;
  customer: Profile;
}

export interface PayByLinkResponse {
  payment: {
    /** UUID */
    id: string;
    providerPaymentId: string;
    /** For the provider’s own script in the storefront; empty where it has none */
    clientSecret: string;
    /** Where the shopper pays, at the provider */
    redirectUrl: string | null;
    /** Null: the account of the deployment */
    paymentAccountId: string | null;
    provider: string;
    /** The provider’s key for pages */
    publishableKey: string | null;
    /** For a payment by hand: the instructions for the shopper, such as the number of a bank account, in the language of the cart or the order */
    instructions: string | null;
    /** What the shopper needs to pay: the provider’s script with `clientSecret` and `publishableKey`, the page at `redirectUrl`, or `instructions` */
    needs: "client_secret" | "redirect" | "instructions" | "nothing";
  };
}

export interface PreviewMailResponse {
  subject: string;
  text: string;
  html: string;
}

export interface PreviewOrderChangeResponse {
  currency: string;
  lines: {
    /** UUID */
    lineId: string;
    quantity: number;
    /** Minor units (cents) */
    amount: number;
  }[];
  /** The price of the units, after discounts and with tax */
  amount: number;
  /** The part of it that was paid and is refunded */
  refund: number;
  /** The amount that the buyer has to pay afterwards */
  due: number;
}

export interface PreviewRefundResponse {
  /** Minor units (cents) */
  amount: number;
  /** What of it the credit note is about */
  creditedAmount: number;
  currency: string;
  /** Minor units (cents) */
  refundable: number;
  lines: {
    /** UUID */
    lineId: string;
    quantity: number;
    /** Minor units (cents) */
    amount: number;
  }[];
  taxLines: TaxLine[];
}

export interface PutMailTextResponse {
  kind: "order_placed" | "payment_link" | "order_confirmation" | "payment_failed" | "order_shipped" | "order_ready" | "order_cancelled" | "order_refunded" | "return_requested" | "return_approved" | "return_rejected" | "return_received" | "withdrawal_received" | "verification" | "password_reset" | "password_changed" | "email_change" | "email_taken" | "email_change_requested" | "email_changed";
  locale: "en" | "de" | "fr" | "es";
  subject: string;
  body: string;
  /** Whether it is the store’s; else it is ours */
  isOwn: boolean;
  /** Whether this kind can’t be switched off */
  isRequired: boolean;
  placeholders: ("store_name" | "name" | "new_email" | "code" | "order_number" | "lines" | "order_table" | "discount" | "shipping" | "tax" | "total" | "instructions" | "pay_by" | "payment_button" | "exchange_of" | "is_part" | "goods_table" | "carrier" | "tracking_number" | "tracking_button" | "pickup_place" | "opening_hours_table" | "pickup_note" | "is_unpaid" | "amount" | "note" | "received_at")[];
  /** When and why the store’s text failed for a mail, which was sent with the standard text */
  failure: {
    /** ISO 8601 */
    at: string;
    reason: string;
  } | null;
  /** Version of the settings and the texts together; 0 until their first change */
  version: number;
}

export interface ReadAllNotificationsResponse {
  marked: number;
}

export interface ReadPaymentLinkResponse {
  /** UUID */
  id: string;
  number: number;
  status: "pending" | "paid" | "shipped" | "cancelled" | "refunded" | "partially_refunded";
  paymentStatus: "disputed" | "charged_back" | "overpaid" | "refunded" | "partly_refunded" | "paid" | "partly_paid" | "authorised" | "unpaid";
  currency: string;
  /** Minor units (cents) */
  subtotal: number;
  /** The discounts that were applied, in this order */
  discounts: {
    /** Null: it is automatic */
    code: string | null;
    /** The discount’s title, or else its code */
    title: string;
    kind: "percentage" | "amount" | "free_shipping" | "tiers" | "buy_x_get_y" | "gift";
    /** What it takes off the goods, a part of `discountTotal`; 0 for free shipping, which `shippingTotal` is without */
    amount: number;
  }[];
  /** Minor units (cents) */
  discountTotal: number;
  /** Minor units (cents) */
  shippingTotal: number;
  /** Minor units (cents) */
  taxTotal: number;
  /** Minor units (cents) */
  total: number;
  /** The part of the total that the buyer no longer has to pay, because an operator removed units before the order was paid; its credit note is issued with the payment */
  removedTotal: number;
  pricesIncludeTax: boolean;
  lines: {
    /** The variant’s title; the product’s where the variant has none */
    title: string;
    productTitle: string;
    /** Null: the variant has no title of its own */
    variantTitle: string | null;
    quantity: number;
    /** A discount gave it, and takes its price off */
    isGift: boolean;
    /** Minor units (cents) */
    unitAmount: number;
    /** Minor units (cents) */
    taxTotal: number;
    /** Minor units (cents) */
    total: number;
  }[];
  /** None where the order doesn’t wait for a payment */
  paymentMethods: OwnPaymentMethod[];
}

export interface ReceiveAccountEventResponse {
  received: true;
}

export interface RedeliverDeliveryResponse {
  redelivered: true;
}

export interface RefundOrderResponse {
  /** UUID */
  id: string;
  /** UUID */
  orderId: string;
  /** UUID */
  paymentId: string;
  providerRefundId: string | null;
  /** Minor units (cents) */
  amount: number;
  currency: string;
  reason: string | null;
  status: "pending" | "succeeded" | "failed" | "cancelled";
  lines: {
    /** UUID */
    lineId: string;
    quantity: number;
    /** Minor units (cents) */
    amount: number;
  }[];
  restock: boolean;
  /** The return that it is for; several are for one where several payments give it back */
  returnId: string | null;
  /** What its credit note is about: less than `amount`, or 0, where money went back that was paid beyond the order’s total. Null until a refund that was made at the provider has succeeded. */
  creditedAmount: number | null;
  /** Null without one: until a refund that was made at the provider has succeeded, and where `creditedAmount` is 0 */
  creditNoteId: string | null;
  creditNoteNumber: number | null;
  /** Fields of the store’s own */
  metadata: Record<string, string | number | boolean | null>;
  /** ISO 8601 */
  createdAt: string;
  /** Of the further payments that give a part back */
  further: Refund[];
}

export interface ReportOutcomesResponse {
  items: {
    /** UUID */
    deliveryId: string;
    /** Whether this report decided the state */
    isRecorded: boolean;
    status: "pending" | "delivered" | "failed" | "exhausted";
    /** Null when delivered or exhausted */
    nextRetryAt: string | null;
  }[];
}

export interface RetryDeliveryResponse {
  retried: true;
}

export interface RotateSubscriptionSecretResponse {
  /** UUID */
  id: string;
  /** `push`: sent to the URL. `pull`: waits until the subscriber claims it. `amqp`: published to RabbitMQ, at `amqps://host/vhost`. `sqs`: sent to the queue of Amazon SQS that the URL names. `eventbridge`: put on a bus of Amazon EventBridge, by the endpoint of its region that the URL names. `pubsub`: published to the topic of Google Pub/Sub that the URL names. `kafka`: produced to a topic of Kafka, at `kafkas://host:port` */
  kind: "push" | "pull" | "amqp" | "sqs" | "eventbridge" | "pubsub" | "kafka";
  /** Null: a pull subscription has none */
  url: string | null;
  /** Null for every other kind */
  amqp: {
    /** Empty: the default exchange, where the routing key is a queue’s name */
    exchange: string;
    /** Null: the name of the event */
    routingKey: string | null;
    username: string;
  } | null;
  /** Null for every other kind */
  sqs: {
    /** Such as `eu-central-1` */
    region: string;
    /** Of a user with the permission `sqs:SendMessage` alone */
    accessKeyId: string;
  } | null;
  /** Null for every other kind */
  eventbridge: {
    /** Such as `eu-central-1` */
    region: string;
    /** Of a user with the permission `events:PutEvents` alone */
    accessKeyId: string;
    /** Name or ARN of the event bus; absent: `default` */
    bus: string;
    /** `source` of the events, which rules and policies match by; absent: `commerce` */
    source: string;
  } | null;
  /** Null for every other kind */
  pubsub: {
    /** `client_email` of the key file of a service account that may publish to the topic, and nothing else */
    clientEmail: string;
    /** `private_key_id` of that file */
    privateKeyId: string;
  } | null;
  /** Null for every other kind */
  kafka: {
    topic: string;
    /** The SASL mechanism */
    mechanism: "plain" | "scram-sha-256" | "scram-sha-512";
    /** Of a user that may write to the topic, and nothing else */
    username: string;
  } | null;
  events: ("order.created" | "order.paid" | "order.shipped" | "order.cancelled" | "order.refunded" | "order.partially_refunded" | "order.shipment_created" | "order.completed" | "order.updated" | "order.ready_for_pickup" | "order.note_added" | "checkout.started" | "cart.abandoned" | "payment.authorized" | "payment.captured" | "payment.failed" | "payment.voided" | "dispute.opened" | "dispute.closed" | "refund.failed" | "credit_note.created" | "refund.issued" | "return.requested" | "return.approved" | "return.rejected" | "return.received" | "return.refunded" | "return.exchanged" | "product.created" | "product.updated" | "product.deleted" | "product.published" | "product.unpublished" | "variant.created" | "variant.updated" | "variant.deleted" | "inventory.changed" | "inventory.low" | "inventory.sold_out" | "inventory.restocked" | "category.created" | "category.updated" | "category.deleted" | "price_list.created" | "price_list.updated" | "price_list.deleted" | "discount.used_up" | "customer.created" | "customer.updated" | "customer.erased" | "import.completed" | "webhook.endpoint_failing" | "webhook.endpoint_paused" | "webhook.endpoint_recovered" | "webhook.delivery_exhausted" | "order.*" | "checkout.*" | "cart.*" | "payment.*" | "dispute.*" | "refund.*" | "credit_note.*" | "return.*" | "product.*" | "variant.*" | "inventory.*" | "category.*" | "price_list.*" | "discount.*" | "customer.*" | "import.*" | "webhook.*" | "*")[];
  /** `thin`: ids and states, as the catalogue says. `full`: also `data.object`, the resource as this API presents it at the commit of the change, `data.changes` and `data.actor`. Above 64 kB it is thin, and `data.objectOmitted` says so. Full payloads need the permission to read what the events are about; a portal session can’t choose them */
  payload: "thin" | "full";
  /** Only events that match it become deliveries; null: all. At most 16 conditions, 5 deep, 4096 bytes of JSON. It reads the full payload, whatever `payload` says; conditions on more than `event` and the members of the catalogue need the permission to read the events’ resources, which a portal session doesn’t have. Refused if it can’t match any of the `events` */
  filter: WebhookFilter | null;
  /** The version of the Admin API in which full payloads present resources */
  apiVersion: string;
  /** When this version may be removed: change to a newer one before. Null: it isn’t deprecated */
  apiVersionEndsAt: string | null;
  /** What is sent to the URL; other kinds than `push` have the envelope. `slack`, `teams` and `discord`: a message for people, with what the payload says (of a full one the number, the buyer and sums) and a link to the console. `cloudevents`: CloudEvents 1.0 in structured mode */
  format: "envelope" | "slack" | "teams" | "discord" | "cloudevents";
  /** Language of a message for people; null: the format has none */
  locale: "en" | "de" | "fr" | "es" | null;
  /** False: paused. Nothing is sent, and due deliveries wait */
  active: boolean;
  description: string | null;
  /** The subscriber it belongs to, such as a customer number: a portal session of this label sees it */
  label: string | null;
  /** Names of the custom headers */
  headerNames: string[];
  /** Credentials that the endpoint requires beside the signature, without their secrets; null: none */
  auth: {
    /** `basic`: user name and password. `bearer`: a fixed token. `oauth2`: a token by client credentials. `mtls`: a client certificate */
    kind: "basic" | "bearer" | "oauth2" | "mtls";
    /** For `basic` */
    username?: string;
    /** For `oauth2`: the token endpoint. It is checked like the URL of a subscription */
    tokenUrl?: string;
    /** For `oauth2` */
    clientId?: string;
    /** For `oauth2`: how the client identifies itself to the token server */
    method?: "client_secret_basic" | "client_secret_post" | "private_key_jwt";
    /** For `private_key_jwt`: the `kid` of the assertion */
    keyId?: string;
    /** For `oauth2`: separated by spaces */
    scope?: string;
    /** For `oauth2`: for token servers that require it */
    audience?: string;
    certificate?: {
      subject: string;
      issuer: string;
      /** Its alternative names */
      names: string[];
      /** ISO 8601 */
      validFrom: string;
      /** ISO 8601 */
      validTo: string;
      /** SHA-256, in hex */
      fingerprint: string;
    };
  } | null;
  /** If a failed response has a `Retry-After` that is later than the retry table says, it sets the next retry, up to 24 hours */
  honourRetryAfter: boolean;
  /** A 410 response, or five days of failures only, pauses the subscription and notifies the operators */
  autoPause: boolean;
  /** Why the service paused it; null when it is active or an operator paused it */
  pausedReason: "gone" | "failing" | null;
  /** Maximum number of requests at once, from all workers together; null: as many as a worker allows one subscriber */
  maxConcurrency: number | null;
  /** Maximum number of requests per second, from all workers together; null: no such limit */
  maxPerSecond: number | null;
  /** Events of one resource (an order with its refunds, a product with its variants) are sent in sequence: the next one only after the one before is delivered or exhausted */
  ordered: boolean;
  /** `hmac`: by the subscription’s secret. `ed25519`: the store’s key pair signs too, so that a receiver needs no secret */
  signature: "hmac" | "ed25519";
  /** While a rotated secret is still valid: until when */
  previousSecretExpiresAt: string | null;
  /** When a pull subscription is paused; null: never */
  expiresAt: string | null;
  /** Fields of the store’s own; a portal session sees those whose names begin with `public.` */
  metadata: Record<string, string | number | boolean | null>;
  /** ISO 8601 */
  createdAt: string;
  /** Increases with each change; also the ETag */
  version: number;
  /** Signing secret, shown once; absent from a repeated response */
  secret?: string;
}

export interface SearchResponse {
  items: {
    type: "order" | "product" | "customer" | "subscription" | "delivery";
    /** UUID */
    id: string;
    /** An order’s number, a product’s title, an address, an event */
    title: string;
    detail: string | null;
  }[];
}

export interface SetPricesResponse {
  set: number;
  removed: number;
  unchanged: number;
  /** Increases with each change; also the ETag */
  version: number;
}

export interface TagOrdersResponse {
  changed: number;
}

export interface TestFilterResponse {
  items: {
    /** UUID */
    eventId: string;
    /** A name from the event catalogue */
    event: "order.created" | "order.paid" | "order.shipped" | "order.cancelled" | "order.refunded" | "order.partially_refunded" | "order.shipment_created" | "order.completed" | "order.updated" | "order.ready_for_pickup" | "order.note_added" | "checkout.started" | "cart.abandoned" | "payment.authorized" | "payment.captured" | "payment.failed" | "payment.voided" | "dispute.opened" | "dispute.closed" | "refund.failed" | "credit_note.created" | "refund.issued" | "return.requested" | "return.approved" | "return.rejected" | "return.received" | "return.refunded" | "return.exchanged" | "product.created" | "product.updated" | "product.deleted" | "product.published" | "product.unpublished" | "variant.created" | "variant.updated" | "variant.deleted" | "inventory.changed" | "inventory.low" | "inventory.sold_out" | "inventory.restocked" | "category.created" | "category.updated" | "category.deleted" | "price_list.created" | "price_list.updated" | "price_list.deleted" | "discount.used_up" | "customer.created" | "customer.updated" | "customer.erased" | "import.completed" | "webhook.endpoint_failing" | "webhook.endpoint_paused" | "webhook.endpoint_recovered" | "webhook.delivery_exhausted";
    /** UUID */
    resourceId: string;
    /** ISO 8601 */
    occurredAt: string;
    /** Whether it would be delivered */
    matches: boolean;
    /** `event`: its data say it all. `recorded`: the payload that was kept of it. `now`: the resource as it is now */
    judgedBy: "event" | "recorded" | "now";
    conditions: {
      /** Where in the filter, as a JSON pointer: `/all/0` */
      at: string;
      path: string;
      holds: boolean;
      /** The values that were found: at most five texts, numbers or booleans */
      values: (string | number | boolean | null)[];
    }[];
  }[];
}

export interface TestSubscriptionResponse {
  delivery: Delivery;
  attempt: {
    number: number;
    /** `unknown`: the worker did not survive it, or its claim ran out, so the receiver may have had the request */
    outcome: "open" | "succeeded" | "failed" | "unknown";
    /** The kind of the subscription at that time */
    via: "push" | "pull" | "amqp" | "sqs" | "eventbridge" | "pubsub" | "kafka";
    /** ISO 8601 */
    startedAt: string;
    /** ISO 8601 */
    finishedAt: string | null;
    durationMs: number | null;
    /** Null where it doesn’t apply: a reused connection has no connect, plain HTTP no TLS */
    phases: {
      dnsMs: number | null;
      connectMs: number | null;
      tlsMs: number | null;
      firstByteMs: number | null;
    };
    resolvedAddress: string | null;
    /** Without the signatures and without the values of custom headers */
    requestHeaders: Record<string, string> | null;
    responseCode: number | null;
    responseHeaders: Record<string, string> | null;
    /** The first KiB */
    responseBody: string | null;
    /** From a closed set */
    error: string | null;
    /** What happened, and what to look at, in a sentence */
    diagnosis: string;
    /** The code of that sentence, for translations */
    diagnosisCode: "under_way" | "accepted" | "claim_expired" | "worker_ended" | "status_400" | "status_401" | "status_403" | "status_404" | "status_405" | "status_408" | "status_410" | "status_413" | "status_415" | "status_429" | "status_502" | "status_503" | "status_504" | "status_5xx" | "status_4xx" | "status_3xx" | "status_other" | "timeout" | "connection_refused" | "connection_reset" | "host_not_found" | "network_unreachable" | "refused_address" | "tls_error" | "invalid_response" | "invalid_url" | "insecure_url" | "network_error" | "signing_key_unavailable" | "credentials_unavailable" | "token_unavailable" | "token_refused" | "proxy_unreachable" | "proxy_refused" | "confirmed" | "message_returned" | "message_refused" | "exchange_not_found" | "access_refused" | "queue_timeout" | "queue_invalid_response" | "sqs_status_400" | "sqs_status_403" | "eventbridge_message_refused" | "eventbridge_status_400" | "eventbridge_status_403" | "pubsub_status_400" | "pubsub_status_401" | "pubsub_status_403" | "pubsub_status_404" | "topic_not_found" | "message_too_large" | "kafka_message_refused" | "kafka_access_refused" | "kafka_timeout";
  } | null;
}

export interface UploadPictureResponse {
  /** UUID */
  id: string;
  /** Put it into the `images` of a product */
  url: string;
  width: number;
  height: number;
  srcset: {
    avif: string;
    webp: string;
  };
  /** Of what is kept, from which all widths are made */
  bytes: number;
  /** ISO 8601 */
  createdAt: string;
}

export interface VerifyStoreHostResponse {
  host: string;
  /** Pending: not proven to be the store’s, so it names no store yet */
  status: "pending" | "proven";
  /** By the TXT record, or assigned by the operator of the deployment */
  proof: "dns" | "assigned" | null;
  /** What the owner of the host publishes in DNS */
  record: {
    type: "TXT";
    name: string;
    value: string;
  };
  /** When DNS was last asked */
  checkedAt: string | null;
  /** Since when the record of a proven host is gone; after three days the host is pending again */
  missingSince: string | null;
}

export interface WithdrawCartOrderResponse {
  /** UUID */
  orderId: string;
  orderNumber: number;
  /** ISO 8601 */
  withdrawnAt: string;
}

export interface AcceptInvitationBody {
  token: string;
  password: string;
  name?: string | undefined;
}

export interface AcceptInvitationInput {
  body: AcceptInvitationBody;
}

export interface AcknowledgeOrderBody {
  reason: string;
}

export interface AcknowledgeOrderInput {
  /** UUID */
  id: string;
  body: AcknowledgeOrderBody;
}

export interface AddCartLineBody {
  /** UUID */
  variantId: string;
  quantity: number;
}

export interface AddCartLineInput {
  /** UUID */
  cartId: string;
  body: AddCartLineBody;
}

export interface AddOrderNoteBody {
  note: string;
}

export interface AddOrderNoteInput {
  /** UUID */
  id: string;
  body: AddOrderNoteBody;
}

export interface AdjustStockBody {
  delta: number;
  note?: string | null | undefined;
}

export interface AdjustStockInput {
  /** UUID */
  productId: string;
  /** UUID */
  variantId: string;
  body: AdjustStockBody;
}

export interface ApplyDiscountCodeBody {
  code: string;
}

export interface ApplyDiscountCodeInput {
  /** UUID */
  cartId: string;
  body: ApplyDiscountCodeBody;
}

export interface ApproveReturnBody {
  note?: string | undefined;
}

export interface ApproveReturnInput {
  /** UUID */
  id: string;
  body?: ApproveReturnBody | undefined;
}

export interface BeginSecondFactorBody {
  currentPassword: string;
}

export interface BeginSecondFactorInput {
  body: BeginSecondFactorBody;
}

export type CancelLabelBody = Record<string, never>;

export interface CancelLabelInput {
  /** UUID */
  id: string;
  body?: CancelLabelBody | undefined;
}

export interface CancelOrderBody {
  reason?: string | undefined;
}

export interface CancelOrderInput {
  /** UUID */
  id: string;
  body?: CancelOrderBody | undefined;
}

export interface CancelRecoveryInput {
  /** UUID */
  id: string;
}

export interface CapturePaymentBody {
  /** Minor units (cents); all that is left when absent */
  amount?: number | undefined;
  /** Whether nothing is captured afterwards */
  isFinal?: boolean | undefined;
}

export interface CapturePaymentInput {
  /** UUID */
  id: string;
  body?: CapturePaymentBody | undefined;
}

export interface ChangeCartLineBody {
  quantity: number;
}

export interface ChangeCartLineInput {
  /** UUID */
  cartId: string;
  /** UUID */
  lineId: string;
  body: ChangeCartLineBody;
}

export interface ChangeOperatorPasswordBody {
  currentPassword: string;
  newPassword: string;
}

export interface ChangeOperatorPasswordInput {
  body: ChangeOperatorPasswordBody;
}

export interface ChangeOrderBody {
  /** Units that haven’t left yet, and are for sale again */
  remove: {
    /** UUID */
    lineId: string;
    /** Absent: all units that haven’t left */
    quantity?: number | undefined;
  }[];
  reason?: string | undefined;
}

export interface ChangeOrderInput {
  /** UUID */
  id: string;
  body: ChangeOrderBody;
}

export interface ChangeOwnPasswordBody {
  currentPassword: string;
  newPassword: string;
}

export interface ChangeOwnPasswordInput {
  body: ChangeOwnPasswordBody;
}

export interface CheckoutBody {
  /** Minor units (cents) */
  expectedTotal?: number | undefined;
  /** How the shopper pays: one that GET …/payment-methods lists. Without it: the first of them */
  paymentAccountId?: string | undefined;
  /** The legal texts that the shopper accepted, as `GET /store/v1/legal-texts` shows them */
  acceptedTexts?: {
    /** terms: terms of business · withdrawal: right of withdrawal · privacy: privacy notice */
    kind: "terms" | "withdrawal" | "privacy";
    /** SHA-256 of the text in UTF-8 */
    sha256: string;
  }[] | undefined;
}

export interface CheckoutInput {
  /** UUID */
  cartId: string;
  body?: CheckoutBody | undefined;
}

export interface ChooseShippingOptionBody {
  /** UUID */
  shippingOptionId: string;
}

export interface ChooseShippingOptionInput {
  /** UUID */
  cartId: string;
  body: ChooseShippingOptionBody;
}

export interface ClaimCartInput {
  /** UUID */
  cartId: string;
}

export interface ClaimDeliveriesBody {
  /** Maximum number of deliveries */
  limit?: number | undefined;
  /** How long to wait for the first delivery; 0: not at all */
  waitSeconds?: number | undefined;
}

export interface ClaimDeliveriesInput {
  /** UUID */
  id: string;
  body?: ClaimDeliveriesBody | undefined;
}

export interface ComplianceConfigureBody {
  /** Whether visitors are asked before a tracker runs */
  cookieConsent: boolean;
  analytics?: {
    lightAnalytics?: boolean | undefined;
    lightAnalyticsDomain?: string | undefined;
    webAnalytics?: {
      id: string;
    } | undefined;
    socialPixel?: {
      pixelId: string;
    } | undefined;
  } | undefined;
}

export interface ComplianceConfigureInput {
  body: ComplianceConfigureBody;
}

export interface ConfirmEmailChangeBody {
  /** Single-use, from the message */
  token: string;
}

export interface ConfirmEmailChangeInput {
  body: ConfirmEmailChangeBody;
}

export interface ConfirmSecondFactorBody {
  code: string;
}

export interface ConfirmSecondFactorInput {
  body: ConfirmSecondFactorBody;
}

export interface CreateApiKeyBody {
  name: string;
  permissions: ("settings:read" | "settings:write" | "catalog:read" | "catalog:write" | "customers:read" | "customers:write" | "orders:read" | "orders:write" | "users:read" | "users:write" | "webhooks:read" | "webhooks:write")[];
}

export interface CreateApiKeyInput {
  body: CreateApiKeyBody;
}

export interface CreateCartBody {
  /** One of `currencies` of the configuration; default: the store’s */
  currency?: string | undefined;
  locale?: "en" | "de" | "fr" | "es" | undefined;
  /** Fields of the store’s own, replaced as a whole: up to 50, together at most 8192 bytes of JSON, with names that begin with `public.` */
  metadata?: Record<string, string | number | boolean | null> | undefined;
}

export interface CreateCartInput {
  body?: CreateCartBody | undefined;
}

export interface CreateCategoryBody {
  name: string;
  slug?: string | undefined;
  /** UUID */
  parentId?: string | null | undefined;
  /** Place among the children of one parent, from 0; a position past the last one means the end */
  position?: number | undefined;
  description?: string | null | undefined;
  seoTitle?: string | null | undefined;
  seoDescription?: string | null | undefined;
  /** Fields of the store’s own, replaced as a whole: up to 50, together at most 8192 bytes of JSON. The storefront sees those whose names begin with `public.` */
  metadata?: Record<string, string | number | boolean | null> | undefined;
}

export interface CreateCategoryInput {
  body: CreateCategoryBody;
}

export interface CreateCustomerBody {
  email: string;
  password?: string | undefined;
  name?: string | undefined;
  phone?: string | undefined;
  isB2b?: boolean | undefined;
  vatNumber?: string | undefined;
  taxExempt?: boolean | undefined;
  /** The group whose prices the customer gets; null: none. Open carts follow at their next reading */
  customerGroupId?: string | null | undefined;
  acceptsMarketing?: boolean | undefined;
  /** Fields of the store’s own, replaced as a whole: up to 50, together at most 8192 bytes of JSON. The storefront sees those whose names begin with `public.` */
  metadata?: Record<string, string | number | boolean | null> | undefined;
}

export interface CreateCustomerInput {
  body: CreateCustomerBody;
}

export interface CreateCustomerAddressBody {
  /** Full name of the recipient */
  name: string;
  company?: string | null | undefined;
  line1: string;
  line2?: string | null | undefined;
  city: string;
  postalCode: string;
  region?: string | null | undefined;
  /** An assigned code of ISO 3166-1 alpha-2, in either case (the United Kingdom is GB); stored upper-case */
  country: string;
  phone?: string | null | undefined;
}

export interface CreateCustomerAddressInput {
  /** UUID */
  id: string;
  body: CreateCustomerAddressBody;
}

export interface CreateCustomerGroupBody {
  name: string;
  /** Whether its customers see and pay prices with tax in them (true), or net prices to which their carts add the tax (false); null: as the store’s. The amounts of price lists for the group are in these terms; other prices and shipping are converted with the rate of the store’s country */
  pricesIncludeTax?: boolean | null | undefined;
}

export interface CreateCustomerGroupInput {
  body: CreateCustomerGroupBody;
}

export interface CreateDiscountBody {
  /** The code that shoppers enter; case doesn’t matter, it is stored upper-case */
  code: string;
  kind: "percentage" | "amount" | "free_shipping" | "tiers" | "buy_x_get_y" | "gift";
  /** 1000 is 10 % */
  basisPoints?: number | undefined;
  /** Minor units (cents) */
  amount?: number | undefined;
  /** The currency of `amount`, `minimumAmount` and `tiers`: it applies to carts in this currency; null: the store’s */
  currency?: string | null | undefined;
  /** What shoppers see; null: the code */
  title?: string | null | undefined;
  /** It applies to every cart that meets its conditions, without a code */
  automatic?: boolean | undefined;
  /** It applies by codes that are generated for it, each for one order; `code` only names it */
  singleUseCodes?: boolean | undefined;
  /** For `tiers`, ascending: the highest that is reached applies */
  tiers?: {
    /** Minimum price of the goods, before discounts, in minor units */
    from: number;
    /** 1000 is 10 % */
    basisPoints: number;
  }[] | undefined;
  /** For `buy_x_get_y`: the number of units at full price */
  buyQuantity?: number | null | undefined;
  /** For `buy_x_get_y`: how many more units, the cheapest, are reduced by `basisPoints` (10000 by default) */
  getQuantity?: number | null | undefined;
  /** For `gift`: the variant that it adds to the cart for nothing */
  giftVariantId?: string | null | undefined;
  /** For `gift`: how many units of it (1 by default) */
  giftQuantity?: number | null | undefined;
  /** The largest is applied first, and among equal ones that of the cart’s code */
  priority?: number | undefined;
  /** false: it applies only where no other does before it, and none is applied after it */
  combinable?: boolean | undefined;
  /** Minimum price of the goods that it is about, before discounts, in minor units */
  minimumAmount?: number | null | undefined;
  /** Minimum number of units of them */
  minimumQuantity?: number | null | undefined;
  /** Products that it is about; with `categoryIds` empty too: all */
  productIds?: string[] | undefined;
  /** Categories that it is about, with those below them */
  categoryIds?: string[] | undefined;
  /** Customer groups that it is for; empty: all customers */
  customerGroupIds?: string[] | undefined;
  /** Only for the first order of a customer who is signed in; a cancelled order doesn’t count */
  firstOrder?: boolean | undefined;
  /** Each customer may use it once, and is signed in for it */
  oncePerCustomer?: boolean | undefined;
  active?: boolean | undefined;
  /** ISO 8601 */
  startsAt?: string | null | undefined;
  /** ISO 8601 */
  endsAt?: string | null | undefined;
  /** Orders; null: no limit */
  usageLimit?: number | null | undefined;
}

export interface CreateDiscountInput {
  body: CreateDiscountBody;
}

export interface CreateDraftOrderBody {
  /** The currency of all its amounts, which can’t change; default: the store’s */
  currency?: string | undefined;
  /** The customer, whose prices and taxes apply; null: a guest */
  customerId?: string | null | undefined;
  /** Receives the order’s messages; the customer’s address until one is set */
  email?: string | null | undefined;
  locale?: "en" | "de" | "fr" | "es" | null | undefined;
  /** All lines, each variant once */
  lines?: {
    /** UUID */
    variantId: string;
    quantity: number;
    /** The price of a unit, in the terms of `pricesIncludeTax`, in place of the catalogue’s; null: the price of the catalogue */
    unitAmountByHand?: number | null | undefined;
  }[] | undefined;
  shippingAddress?: {
    /** Full name of the recipient */
    name: string;
    company?: string | null | undefined;
    line1: string;
    line2?: string | null | undefined;
    city: string;
    postalCode: string;
    region?: string | null | undefined;
    /** An assigned code of ISO 3166-1 alpha-2, in either case (the United Kingdom is GB); stored upper-case */
    country: string;
    phone?: string | null | undefined;
  } | null | undefined;
  billingAddress?: {
    /** Full name of the recipient */
    name: string;
    company?: string | null | undefined;
    line1: string;
    line2?: string | null | undefined;
    city: string;
    postalCode: string;
    region?: string | null | undefined;
    /** An assigned code of ISO 3166-1 alpha-2, in either case (the United Kingdom is GB); stored upper-case */
    country: string;
    phone?: string | null | undefined;
    /** The number under which a public buyer in Germany takes invoices, such as 991-12345-06: buyer reference and electronic address of an XRechnung */
    leitwegId?: string | null | undefined;
  } | null | undefined;
  /** One that GET …/shipping-options lists. It takes the place of `shippingByHand` */
  shippingOptionId?: string | null | undefined;
  /** In place of an option that the store offers. The amount is in the terms of `pricesIncludeTax` */
  shippingByHand?: {
    name: string;
    /** Minor units (cents) */
    amount: number;
  } | null | undefined;
  discountCode?: string | null | undefined;
  /** true: no discount gives a gift */
  declinesGifts?: boolean | undefined;
  /** For operators; it goes into the history of the order */
  note?: string | null | undefined;
  /** Fields of the store’s own, replaced as a whole: up to 50, together at most 8192 bytes of JSON. The storefront sees those whose names begin with `public.` */
  metadata?: Record<string, string | number | boolean | null> | undefined;
}

export interface CreateDraftOrderInput {
  body?: CreateDraftOrderBody | undefined;
}

export interface CreateLabelBody {
  carrier: string;
  service: string;
  /** Absent: the weight of the units, by `weightGrams` of their variants */
  weightGrams?: number | undefined;
  /** A shipment that has left without a label, or whose label was cancelled; instead of `lines` */
  shipmentId?: string | undefined;
  lines?: {
    /** UUID */
    lineId: string;
    /** Absent: all units that are left */
    quantity?: number | undefined;
  }[] | undefined;
}

export interface CreateLabelInput {
  /** UUID */
  id: string;
  body: CreateLabelBody;
}

export interface CreateOwnAddressBody {
  /** Full name of the recipient */
  name: string;
  company?: string | null | undefined;
  line1: string;
  line2?: string | null | undefined;
  city: string;
  postalCode: string;
  region?: string | null | undefined;
  /** An assigned code of ISO 3166-1 alpha-2, in either case (the United Kingdom is GB); stored upper-case */
  country: string;
  phone?: string | null | undefined;
}

export interface CreateOwnAddressInput {
  body: CreateOwnAddressBody;
}

export interface CreatePaymentAccountBody {
  /** `stripe`; `manual`: bank transfer, invoice or cash, which an operator marks as paid; one of `paymentProviders` in `GET /admin/v1/modules`. `fake` moves no money, and is refused where the deployment’s own provider is a real one */
  provider: string;
  name: string;
  /** Shoppers may choose it; false when absent */
  active?: boolean | undefined;
  /** The name that shoppers see, by language. Missing ones: that of the store’s language, then that of `defaultNames` */
  names?: {
    en?: string | undefined;
    de?: string | undefined;
    fr?: string | undefined;
    es?: string | undefined;
  } | undefined;
  /** The countries of buyers: that of the billing address, else that of the shipping address, else the store’s. Empty: everywhere */
  countries?: string[] | undefined;
  /** Currencies that it takes, each with the minimum and maximum total of an order, both included; null: no limit. Empty: every currency and total */
  currencies?: {
    /** A code of ISO 4217, in either case; stored upper-case */
    currency: string;
    /** Minor units (cents) */
    minimum?: number | null | undefined;
    /** Minor units (cents) */
    maximum?: number | null | undefined;
  }[] | undefined;
  /** The provider’s key for pages; the payment methods of a cart show it */
  publishableKey?: string | undefined;
  /** For `manual`: the instructions for the shopper, such as the number of a bank account. The payment methods of a cart show it */
  instructions?: string | undefined;
  /** For `manual`: the instructions by the shopper’s language. Missing ones: `instructions` */
  instructionsByLocale?: {
    en?: string | undefined;
    de?: string | undefined;
    fr?: string | undefined;
    es?: string | undefined;
  } | undefined;
  /** For `manual`: for how many days an unpaid order waits, and holds its stock; 14 when absent */
  dueDays?: number | undefined;
  /** The provider’s secret key. It is checked at once, stored encrypted, and never shown */
  secretKey?: string | undefined;
  /** The secret of the provider’s callback signatures (`whsec_…`). Stored encrypted, and never shown. The provider gives it for the address of `callbackPath` */
  webhookSecret?: string | undefined;
}

export interface CreatePaymentAccountInput {
  body: CreatePaymentAccountBody;
}

export interface CreatePortalSessionBody {
  /** The subscriber it belongs to, such as a customer number: a portal session of this label sees it */
  label?: string | undefined;
  /** Instead of `label` */
  subscriptionIds?: string[] | undefined;
  /** `view`: endpoints, deliveries, attempts. `test`: send a test. `retry`: retry and recover. `manage`: change and delete endpoints and, by a label, create them. `rotate`: rotate the secret. `catalogue`: the events with their schemas, which `manage` includes */
  capabilities: ("view" | "test" | "retry" | "manage" | "rotate" | "catalogue")[];
  expiresInSeconds?: number | undefined;
}

export interface CreatePortalSessionInput {
  body: CreatePortalSessionBody;
}

export interface CreatePriceListBody {
  /** Shoppers see it where a cart says which list a price came from */
  name: string;
  /** A code of ISO 4217, in either case; stored upper-case */
  currency: string;
  /** The customer group that it is for; null: all customers */
  customerGroupId?: string | null | undefined;
  active?: boolean | undefined;
  /** ISO 8601 */
  startsAt?: string | null | undefined;
  /** ISO 8601 */
  endsAt?: string | null | undefined;
}

export interface CreatePriceListInput {
  body: CreatePriceListBody;
}

export interface CreateProductBody {
  title: string;
  slug?: string | undefined;
  description?: string | null | undefined;
  status?: "draft" | "published" | undefined;
  /** `standard`, `reduced`, `zero` (taxed at zero), `exempt` (the law exempts it), or one of the tax settings */
  taxClass?: string | undefined;
  categoryIds?: string[] | undefined;
  images?: {
    url: string;
    alt?: string | null | undefined;
  }[] | undefined;
  /** Fields of the store’s own, replaced as a whole: up to 50, together at most 8192 bytes of JSON. The storefront sees those whose names begin with `public.` */
  metadata?: Record<string, string | number | boolean | null> | undefined;
  variants?: {
    sku: string;
    /** Minor units (cents) */
    priceAmount: number;
    title?: string | null | undefined;
    /** Free-form names and values, such as `{ "Size": "M" }` */
    options?: Record<string, string> | undefined;
    /** Three letters; stored upper-case. Carts are in currencies of ISO 4217, so a variant with another code isn’t sold */
    currency?: string | undefined;
    /** Minor units (cents) */
    compareAtAmount?: number | null | undefined;
    stockQuantity?: number | undefined;
    allowBackorder?: boolean | undefined;
    /** `inventory.low` fires when this number or fewer are available; null: never */
    lowStockThreshold?: number | null | undefined;
    /** false: a voucher, a download, a service. It is fulfilled when the order is paid, and nothing is shipped. Default: true */
    requiresShipping?: boolean | undefined;
    /** Such as `bulky` or `cooled`: only shipping options that name it in their `profiles` take the variant; null: all do */
    shippingProfile?: string | null | undefined;
    /** Where it isn’t that of the product; null: the product’s `taxClass` */
    taxClass?: string | null | undefined;
    weightGrams?: number | null | undefined;
    lengthMm?: number | null | undefined;
    widthMm?: number | null | undefined;
    heightMm?: number | null | undefined;
    /** Its content in `contentUnit`, such as 750 with `ml`. With both, the storefront has the unit price; null: it isn’t sold by measure */
    contentAmount?: number | null | undefined;
    contentUnit?: "mg" | "g" | "kg" | "ml" | "cl" | "l" | "mm" | "cm" | "m" | "cm2" | "m2" | "m3" | null | undefined;
    /** The amount of `contentUnit` that the unit price is for, such as 100 with `g`; null: 1 kg, 1 l, 1 m, 1 m² or 1 m³, as EU law has it */
    referenceAmount?: number | null | undefined;
    position?: number | undefined;
    /** Fields of the store’s own, replaced as a whole: up to 50, together at most 8192 bytes of JSON. The storefront sees those whose names begin with `public.` */
    metadata?: Record<string, string | number | boolean | null> | undefined;
  }[] | undefined;
}

export interface CreateProductInput {
  body: CreateProductBody;
}

export interface CreateRecoveryBody {
  /** UUID */
  subscriptionId?: string | undefined;
  /** Failed and exhausted ones when absent; not with `missing` */
  status?: "failed" | "exhausted" | "delivered" | undefined;
  /** Not with a range or `missing` */
  deliveryIds?: string[] | undefined;
  /** Created then or later; required without `deliveryIds` */
  from?: string | undefined;
  /** Created before; required without `deliveryIds` */
  to?: string | undefined;
  /** A name from the event catalogue */
  event?: "order.created" | "order.paid" | "order.shipped" | "order.cancelled" | "order.refunded" | "order.partially_refunded" | "order.shipment_created" | "order.completed" | "order.updated" | "order.ready_for_pickup" | "order.note_added" | "checkout.started" | "cart.abandoned" | "payment.authorized" | "payment.captured" | "payment.failed" | "payment.voided" | "dispute.opened" | "dispute.closed" | "refund.failed" | "credit_note.created" | "refund.issued" | "return.requested" | "return.approved" | "return.rejected" | "return.received" | "return.refunded" | "return.exchanged" | "product.created" | "product.updated" | "product.deleted" | "product.published" | "product.unpublished" | "variant.created" | "variant.updated" | "variant.deleted" | "inventory.changed" | "inventory.low" | "inventory.sold_out" | "inventory.restocked" | "category.created" | "category.updated" | "category.deleted" | "price_list.created" | "price_list.updated" | "price_list.deleted" | "discount.used_up" | "customer.created" | "customer.updated" | "customer.erased" | "import.completed" | "webhook.endpoint_failing" | "webhook.endpoint_paused" | "webhook.endpoint_recovered" | "webhook.delivery_exhausted" | undefined;
  dryRun?: boolean | undefined;
  /** Needs `subscriptionId` */
  missing?: boolean | undefined;
  ratePerSecond?: number | undefined;
}

export interface CreateRecoveryInput {
  body: CreateRecoveryBody;
}

export interface CreateReturnBody {
  lines: {
    /** UUID */
    lineId: string;
    quantity: number;
  }[];
  reason?: string | undefined;
}

export interface CreateReturnInput {
  /** UUID */
  id: string;
  body: CreateReturnBody;
}

export interface CreateSubscriptionBody {
  /** `push`: sent to the URL. `pull`: waits until the subscriber claims it. `amqp`: published to RabbitMQ, at `amqps://host/vhost`. `sqs`: sent to the queue of Amazon SQS that the URL names. `eventbridge`: put on a bus of Amazon EventBridge, by the endpoint of its region that the URL names. `pubsub`: published to the topic of Google Pub/Sub that the URL names. `kafka`: produced to a topic of Kafka, at `kafkas://host:port` */
  kind?: "push" | "pull" | "amqp" | "sqs" | "eventbridge" | "pubsub" | "kafka" | undefined;
  /** Required, except for a pull subscription, which has none */
  url?: string | undefined;
  /** For `amqp` subscriptions only, which must have it */
  amqp?: {
    /** Empty: the default exchange, where the routing key is a queue’s name */
    exchange?: string | undefined;
    /** Null: the name of the event */
    routingKey?: string | null | undefined;
    username: string;
    /** Stored encrypted, and never returned. Absent: the known one stays, unless the URL changes */
    password?: string | undefined;
  } | undefined;
  /** For `sqs` subscriptions only, which must have it */
  sqs?: {
    /** Such as `eu-central-1` */
    region: string;
    /** Of a user with the permission `sqs:SendMessage` alone */
    accessKeyId: string;
    /** Stored encrypted, and never returned. Absent: the known one stays, unless the URL changes */
    secretAccessKey?: string | undefined;
  } | undefined;
  /** For `eventbridge` subscriptions only, which must have it */
  eventbridge?: {
    /** Such as `eu-central-1` */
    region: string;
    /** Of a user with the permission `events:PutEvents` alone */
    accessKeyId: string;
    /** Name or ARN of the event bus; absent: `default` */
    bus?: string | undefined;
    /** `source` of the events, which rules and policies match by; absent: `commerce` */
    source?: string | undefined;
    /** Stored encrypted, and never returned. Absent: the known one stays, unless the URL changes */
    secretAccessKey?: string | undefined;
  } | undefined;
  /** For `pubsub` subscriptions only, which must have it */
  pubsub?: {
    /** `client_email` of the key file of a service account that may publish to the topic, and nothing else */
    clientEmail: string;
    /** `private_key_id` of that file */
    privateKeyId: string;
    /** `private_key` of that file, PEM. Stored encrypted, and never returned. Absent: the known one stays, unless the URL changes */
    privateKey?: string | undefined;
  } | undefined;
  /** For `kafka` subscriptions only, which must have it */
  kafka?: {
    topic: string;
    /** The SASL mechanism */
    mechanism: "plain" | "scram-sha-256" | "scram-sha-512";
    /** Of a user that may write to the topic, and nothing else */
    username: string;
    /** Stored encrypted, and never returned. Absent: the known one stays, unless the URL changes */
    password?: string | undefined;
  } | undefined;
  events: ("order.created" | "order.paid" | "order.shipped" | "order.cancelled" | "order.refunded" | "order.partially_refunded" | "order.shipment_created" | "order.completed" | "order.updated" | "order.ready_for_pickup" | "order.note_added" | "checkout.started" | "cart.abandoned" | "payment.authorized" | "payment.captured" | "payment.failed" | "payment.voided" | "dispute.opened" | "dispute.closed" | "refund.failed" | "credit_note.created" | "refund.issued" | "return.requested" | "return.approved" | "return.rejected" | "return.received" | "return.refunded" | "return.exchanged" | "product.created" | "product.updated" | "product.deleted" | "product.published" | "product.unpublished" | "variant.created" | "variant.updated" | "variant.deleted" | "inventory.changed" | "inventory.low" | "inventory.sold_out" | "inventory.restocked" | "category.created" | "category.updated" | "category.deleted" | "price_list.created" | "price_list.updated" | "price_list.deleted" | "discount.used_up" | "customer.created" | "customer.updated" | "customer.erased" | "import.completed" | "webhook.endpoint_failing" | "webhook.endpoint_paused" | "webhook.endpoint_recovered" | "webhook.delivery_exhausted" | "order.*" | "checkout.*" | "cart.*" | "payment.*" | "dispute.*" | "refund.*" | "credit_note.*" | "return.*" | "product.*" | "variant.*" | "inventory.*" | "category.*" | "price_list.*" | "discount.*" | "customer.*" | "import.*" | "webhook.*" | "*")[];
  /** `thin`: ids and states, as the catalogue says. `full`: also `data.object`, the resource as this API presents it at the commit of the change, `data.changes` and `data.actor`. Above 64 kB it is thin, and `data.objectOmitted` says so. Full payloads need the permission to read what the events are about; a portal session can’t choose them */
  payload?: "thin" | "full" | undefined;
  /** Only events that match it become deliveries; null: all. At most 16 conditions, 5 deep, 4096 bytes of JSON. It reads the full payload, whatever `payload` says; conditions on more than `event` and the members of the catalogue need the permission to read the events’ resources, which a portal session doesn’t have. Refused if it can’t match any of the `events` */
  filter?: WebhookFilter | null | undefined;
  /** The version of the Admin API in which full payloads present resources. A new subscription has the newest one, and keeps it until it is changed */
  apiVersion?: "v1" | undefined;
  /** What is sent to the URL; other kinds than `push` have the envelope. `slack`, `teams` and `discord`: a message for people, with what the payload says (of a full one the number, the buyer and sums) and a link to the console. `cloudevents`: CloudEvents 1.0 in structured mode */
  format?: "envelope" | "slack" | "teams" | "discord" | "cloudevents" | undefined;
  /** Language of a message for people: German for `de`, else English, with sums as that language writes them. The store’s when the format is chosen */
  locale?: "en" | "de" | "fr" | "es" | undefined;
  /** False: it is paused from the start, and resumed by a change */
  active?: boolean | undefined;
  description?: string | null | undefined;
  /** The subscriber it belongs to, such as a customer number: a portal session of this label sees it */
  label?: string | null | undefined;
  /** Sent with every delivery, such as a gateway’s key. Stored encrypted; responses show only their names. Names that the service sets itself are reserved. */
  headers?: Record<string, string> | null | undefined;
  /** Credentials that the endpoint requires beside the signature. For push subscriptions only. Stored encrypted; responses show no secret of it */
  auth?: {
    /** `basic`: user name and password. `bearer`: a fixed token. `oauth2`: a token by client credentials. `mtls`: a client certificate */
    kind: "basic" | "bearer" | "oauth2" | "mtls";
    /** For `basic` */
    username?: string | undefined;
    /** For `oauth2`: the token endpoint. It is checked like the URL of a subscription */
    tokenUrl?: string | undefined;
    /** For `oauth2` */
    clientId?: string | undefined;
    /** For `oauth2`: how the client identifies itself to the token server */
    method?: "client_secret_basic" | "client_secret_post" | "private_key_jwt" | undefined;
    /** For `private_key_jwt`: the `kid` of the assertion */
    keyId?: string | undefined;
    /** For `oauth2`: separated by spaces */
    scope?: string | undefined;
    /** For `oauth2`: for token servers that require it */
    audience?: string | undefined;
    /** For `basic` */
    password?: string | undefined;
    /** For `bearer` */
    token?: string | undefined;
    /** For `oauth2`; or `privateKey` */
    clientSecret?: string | undefined;
    /** For `mtls`, or for `oauth2` in place of `clientSecret`: PEM, not encrypted */
    privateKey?: string | undefined;
    /** For `mtls`: PEM, with the certificates that lead to its root */
    certificate?: string | undefined;
  } | null | undefined;
  /** If a failed response has a `Retry-After` that is later than the retry table says, it sets the next retry, up to 24 hours */
  honourRetryAfter?: boolean | undefined;
  /** A 410 response, or five days of failures only, pauses the subscription and notifies the operators */
  autoPause?: boolean | undefined;
  /** Maximum number of requests at once, from all workers together */
  maxConcurrency?: number | null | undefined;
  /** Maximum number of requests per second, from all workers together. Not for pull subscriptions */
  maxPerSecond?: number | null | undefined;
  /** Events of one resource (an order with its refunds, a product with its variants) are sent in sequence: the next one only after the one before is delivered or exhausted */
  ordered?: boolean | undefined;
  /** `hmac`: by the subscription’s secret. `ed25519`: the store’s key pair signs too, so that a receiver needs no secret */
  signature?: "hmac" | "ed25519" | undefined;
  /** Seconds from now; a pull subscription is paused then. For pull subscriptions only */
  expiresIn?: number | null | undefined;
  /** Fields of the store’s own, replaced as a whole: up to 50, together at most 8192 bytes of JSON. The storefront sees those whose names begin with `public.` */
  metadata?: Record<string, string | number | boolean | null> | undefined;
}

export interface CreateSubscriptionInput {
  body: CreateSubscriptionBody;
}

export interface CreateTenantBody {
  name: string;
  /** A code of ISO 4217, in either case; stored upper-case */
  currency: string;
  /** An assigned code of ISO 3166-1 alpha-2, in either case (the United Kingdom is GB); stored upper-case */
  country: string;
  admin: {
    email: string;
    password: string;
    name?: string | undefined;
  };
}

export interface CreateTenantInput {
  body: CreateTenantBody;
}

export interface CreateVariantBody {
  sku: string;
  /** Minor units (cents) */
  priceAmount: number;
  title?: string | null | undefined;
  /** Free-form names and values, such as `{ "Size": "M" }` */
  options?: Record<string, string> | undefined;
  /** Three letters; stored upper-case. Carts are in currencies of ISO 4217, so a variant with another code isn’t sold */
  currency?: string | undefined;
  /** Minor units (cents) */
  compareAtAmount?: number | null | undefined;
  stockQuantity?: number | undefined;
  allowBackorder?: boolean | undefined;
  /** `inventory.low` fires when this number or fewer are available; null: never */
  lowStockThreshold?: number | null | undefined;
  /** false: a voucher, a download, a service. It is fulfilled when the order is paid, and nothing is shipped. Default: true */
  requiresShipping?: boolean | undefined;
  /** Such as `bulky` or `cooled`: only shipping options that name it in their `profiles` take the variant; null: all do */
  shippingProfile?: string | null | undefined;
  /** Where it isn’t that of the product; null: the product’s `taxClass` */
  taxClass?: string | null | undefined;
  weightGrams?: number | null | undefined;
  lengthMm?: number | null | undefined;
  widthMm?: number | null | undefined;
  heightMm?: number | null | undefined;
  /** Its content in `contentUnit`, such as 750 with `ml`. With both, the storefront has the unit price; null: it isn’t sold by measure */
  contentAmount?: number | null | undefined;
  contentUnit?: "mg" | "g" | "kg" | "ml" | "cl" | "l" | "mm" | "cm" | "m" | "cm2" | "m2" | "m3" | null | undefined;
  /** The amount of `contentUnit` that the unit price is for, such as 100 with `g`; null: 1 kg, 1 l, 1 m, 1 m² or 1 m³, as EU law has it */
  referenceAmount?: number | null | undefined;
  position?: number | undefined;
  /** Fields of the store’s own, replaced as a whole: up to 50, together at most 8192 bytes of JSON. The storefront sees those whose names begin with `public.` */
  metadata?: Record<string, string | number | boolean | null> | undefined;
}

export interface CreateVariantInput {
  /** UUID */
  productId: string;
  body: CreateVariantBody;
}

export interface DeleteCategoryInput {
  /** UUID */
  id: string;
}

export interface DeleteCustomerAddressInput {
  /** UUID */
  id: string;
  /** UUID */
  addressId: string;
}

export interface DeleteCustomerGroupInput {
  /** UUID */
  id: string;
}

export interface DeleteDiscountInput {
  /** UUID */
  id: string;
}

export interface DeleteDraftOrderInput {
  /** UUID */
  id: string;
}

export interface DeleteFormerOrderInput {
  /** UUID */
  id: string;
}

export interface DeleteOwnAddressInput {
  /** UUID */
  id: string;
}

export interface DeletePaymentAccountInput {
  /** UUID */
  id: string;
}

export interface DeletePriceListInput {
  /** UUID */
  id: string;
}

export interface DeleteProductInput {
  /** UUID */
  productId: string;
}

export interface DeleteRedirectInput {
  /** UUID */
  id: string;
}

export interface DeleteSubscriptionInput {
  /** UUID */
  id: string;
}

export interface DeleteVariantInput {
  /** UUID */
  productId: string;
  /** UUID */
  variantId: string;
}

export interface DisableCustomerInput {
  /** UUID */
  id: string;
}

export interface DownloadCustomerExportInput {
  /** UUID */
  id: string;
  /** UUID */
  exportId: string;
}

export interface DownloadOwnExportInput {
  /** UUID */
  id: string;
}

export interface DraftFromOrderBody {
  /** true: an addition; false: a copy */
  isAddition?: boolean | undefined;
}

export interface DraftFromOrderInput {
  /** UUID */
  id: string;
  body?: DraftFromOrderBody | undefined;
}

export interface EnableCustomerInput {
  /** UUID */
  id: string;
}

export interface EndOwnSessionInput {
  /** UUID */
  id: string;
}

export interface EraseBuyerInput {
  /** UUID */
  id: string;
}

export interface EraseCustomerInput {
  /** UUID */
  id: string;
}

export interface ExchangeReturnBody {
  /** `quantity`: without it, all units of the line that came and weren’t refunded. `variantId`: without it, the same again. `unitAmount`: the price of one, with tax where the order’s prices include it; without it nothing is due. Absent: all that came, the same again. */
  lines?: {
    /** UUID */
    lineId: string;
    quantity?: number | undefined;
    /** UUID */
    variantId?: string | undefined;
    /** Minor units (cents) */
    unitAmount?: number | undefined;
  }[] | undefined;
  reason?: string | undefined;
}

export interface ExchangeReturnInput {
  /** UUID */
  id: string;
  body?: ExchangeReturnBody | undefined;
}

export interface ExpireAllPortalSessionsBody {
  /** The subscriber it belongs to, such as a customer number: a portal session of this label sees it */
  label?: string | undefined;
}

export interface ExpireAllPortalSessionsInput {
  body?: ExpireAllPortalSessionsBody | undefined;
}

export interface ExpirePortalSessionInput {
  /** UUID */
  id: string;
}

export interface ExportCustomersInput {
  /** UUID */
  customerGroupId?: string | undefined;
}

export interface ExportDiscountCodesInput {
  /** UUID */
  id: string;
}

export interface ExportMoneyInput {
  /** The first day; 29 days before `to` when absent */
  from?: string | undefined;
  /** The last day; today when absent */
  to?: string | undefined;
}

export interface ExportOrdersInput {
  status?: "pending" | "paid" | "shipped" | "cancelled" | "refunded" | "partially_refunded" | undefined;
  /** ISO 8601 */
  from?: string | undefined;
  /** ISO 8601 */
  to?: string | undefined;
}

export interface ExportProductsInput {
  /** Default: ndjson */
  format?: "ndjson" | "csv" | undefined;
  /** Include `stockQuantity`; an import of the file sets it to what it was. Default: false */
  stock?: boolean | undefined;
}

export interface FindRedirectInput {
  path: string;
}

export interface GenerateDiscountCodesBody {
  count: number;
}

export interface GenerateDiscountCodesInput {
  /** UUID */
  id: string;
  body: GenerateDiscountCodesBody;
}

export interface GetAccountReportInput {
  /** The first day; 29 days before `to` when absent */
  from?: string | undefined;
  /** The last day; today when absent */
  to?: string | undefined;
}

export interface GetCartInput {
  /** UUID */
  cartId: string;
}

export interface GetCartCreditNoteInput {
  /** UUID */
  cartId: string;
  /** UUID */
  creditNoteId: string;
}

export interface GetCartCreditNoteDataInput {
  /** UUID */
  cartId: string;
  /** UUID */
  creditNoteId: string;
}

export interface GetCartCreditNoteXmlInput {
  /** UUID */
  cartId: string;
  /** UUID */
  creditNoteId: string;
}

export interface GetCartInvoiceInput {
  /** UUID */
  cartId: string;
}

export interface GetCartInvoiceDataInput {
  /** UUID */
  cartId: string;
}

export interface GetCartInvoiceXmlInput {
  /** UUID */
  cartId: string;
}

export interface GetCartOrderInput {
  /** UUID */
  cartId: string;
}

export interface GetCategoryInput {
  /** UUID */
  id: string;
}

export interface GetCreditNoteInput {
  /** UUID */
  id: string;
}

export interface GetCreditNoteDataInput {
  /** UUID */
  id: string;
}

export interface GetCreditNoteXmlInput {
  /** UUID */
  id: string;
  /** Absent: `en16931`. `xrechnung`: XRechnung 3.0, for orders whose billing address has a `leitwegId`; the `seller` of the settings needs `contactName`, `phone` and `email` */
  profile?: "en16931" | "xrechnung" | undefined;
}

export interface GetCustomerInput {
  /** UUID */
  id: string;
}

export interface GetCustomerErasureInput {
  /** UUID */
  id: string;
}

export interface GetCustomerExportInput {
  /** UUID */
  id: string;
  /** UUID */
  exportId: string;
}

export interface GetCustomerGroupInput {
  /** UUID */
  id: string;
}

export interface GetCustomerImportInput {
  /** UUID */
  id: string;
}

export interface GetDeliveryInput {
  /** UUID */
  id: string;
}

export interface GetDiscountInput {
  /** UUID */
  id: string;
}

export interface GetDraftOrderInput {
  /** UUID */
  id: string;
}

export interface GetFormerOrderInput {
  /** UUID */
  id: string;
}

export interface GetFormerOrderImportInput {
  /** UUID */
  id: string;
}

export interface GetInvoiceInput {
  /** UUID */
  id: string;
}

export interface GetInvoiceDataInput {
  /** UUID */
  id: string;
}

export interface GetInvoiceXmlInput {
  /** UUID */
  id: string;
  /** Absent: `en16931`. `xrechnung`: XRechnung 3.0, for orders whose billing address has a `leitwegId`; the `seller` of the settings needs `contactName`, `phone` and `email` */
  profile?: "en16931" | "xrechnung" | undefined;
}

export interface GetKeysOfStoreInput {
  /** UUID */
  storeId: string;
}

export interface GetLabelFileInput {
  /** UUID */
  id: string;
}

export interface GetOrderInput {
  /** UUID */
  id: string;
}

export interface GetOrderErasureInput {
  /** UUID */
  id: string;
}

export interface GetOwnCreditNoteInput {
  /** UUID */
  id: string;
  /** UUID */
  creditNoteId: string;
}

export interface GetOwnCreditNoteDataInput {
  /** UUID */
  id: string;
  /** UUID */
  creditNoteId: string;
}

export interface GetOwnCreditNoteXmlInput {
  /** UUID */
  id: string;
  /** UUID */
  creditNoteId: string;
}

export interface GetOwnExportInput {
  /** UUID */
  id: string;
}

export interface GetOwnFormerOrderInput {
  /** UUID */
  id: string;
}

export interface GetOwnInvoiceInput {
  /** UUID */
  id: string;
}

export interface GetOwnInvoiceDataInput {
  /** UUID */
  id: string;
}

export interface GetOwnInvoiceXmlInput {
  /** UUID */
  id: string;
}

export interface GetOwnOrderInput {
  /** UUID */
  id: string;
}

export interface GetPaymentAccountInput {
  /** UUID */
  id: string;
}

export interface GetPictureImportInput {
  /** UUID */
  id: string;
}

export interface GetPriceListInput {
  /** UUID */
  id: string;
}

export interface GetProductInput {
  /** UUID */
  productId: string;
}

export interface GetProductImportInput {
  /** UUID */
  id: string;
}

export interface GetRecoveryInput {
  /** UUID */
  id: string;
}

export interface GetRedirectImportInput {
  /** UUID */
  id: string;
}

export interface GetReturnInput {
  /** UUID */
  id: string;
}

export interface GetSalesInput {
  /** The first day; 29 days before `to` when absent */
  from?: string | undefined;
  /** The last day; today when absent */
  to?: string | undefined;
  /** Default: day */
  interval?: "day" | "month" | undefined;
}

export interface GetStockInput {
  /** UUID */
  productId: string;
  /** UUID */
  variantId: string;
}

export interface GetStoreCategoryInput {
  slug: string;
}

export interface GetStoreProductInput {
  slug: string;
  /** Of `price`; default: the store’s */
  currency?: string | undefined;
}

export interface GetStoreProductFacetsInput {
  q?: string | undefined;
  /** Slug of a category; includes the categories below it */
  category?: string | undefined;
  /** Minor units (cents) */
  priceMin?: number | undefined;
  /** Minor units (cents) */
  priceMax?: number | undefined;
  /** `Name:Value`, such as `Size:M`; may be given several times */
  option?: string[] | string | undefined;
  /** true: only products that can be ordered now */
  available?: boolean | undefined;
}

export interface GetSubscriptionInput {
  /** UUID */
  id: string;
}

export interface GetSubscriptionStatsInput {
  /** UUID */
  id: string;
}

export interface GetTaxReportInput {
  /** The first day; 29 days before `to` when absent */
  from?: string | undefined;
  /** The last day; today when absent */
  to?: string | undefined;
}

export interface GetUserInput {
  /** UUID */
  id: string;
}

export interface GetVariantInput {
  /** UUID */
  productId: string;
  /** UUID */
  variantId: string;
}

export interface GetWebhookMetricsInput {
  interval?: "minute" | "hour" | "day" | undefined;
  /** An hour, a day or 30 days before `to` when absent */
  from?: string | undefined;
  /** Now when absent */
  to?: string | undefined;
  /** UUID */
  subscriptionId?: string | undefined;
  /** A name from the event catalogue */
  event?: "order.created" | "order.paid" | "order.shipped" | "order.cancelled" | "order.refunded" | "order.partially_refunded" | "order.shipment_created" | "order.completed" | "order.updated" | "order.ready_for_pickup" | "order.note_added" | "checkout.started" | "cart.abandoned" | "payment.authorized" | "payment.captured" | "payment.failed" | "payment.voided" | "dispute.opened" | "dispute.closed" | "refund.failed" | "credit_note.created" | "refund.issued" | "return.requested" | "return.approved" | "return.rejected" | "return.received" | "return.refunded" | "return.exchanged" | "product.created" | "product.updated" | "product.deleted" | "product.published" | "product.unpublished" | "variant.created" | "variant.updated" | "variant.deleted" | "inventory.changed" | "inventory.low" | "inventory.sold_out" | "inventory.restocked" | "category.created" | "category.updated" | "category.deleted" | "price_list.created" | "price_list.updated" | "price_list.deleted" | "discount.used_up" | "customer.created" | "customer.updated" | "customer.erased" | "import.completed" | "webhook.endpoint_failing" | "webhook.endpoint_paused" | "webhook.endpoint_recovered" | "webhook.delivery_exhausted" | undefined;
}

export interface ImportCustomersInput {
  /** Check and count, and change nothing. Default: false */
  dryRun?: boolean | undefined;
  /** Sent as it is. */
  body: Upload;
  contentType: "application/x-ndjson" | "text/csv";
}

export interface ImportFormerOrdersInput {
  /** Check and count, and change nothing. Default: false */
  dryRun?: boolean | undefined;
  /** Sent as it is. */
  body: Upload;
  contentType: "application/x-ndjson" | "text/csv";
}

export interface ImportPicturesBody {
  /** UUID */
  productId?: string | undefined;
}

export interface ImportPicturesInput {
  body?: ImportPicturesBody | undefined;
}

export interface ImportProductsInput {
  /** Check and count, and change nothing. Default: false */
  dryRun?: boolean | undefined;
  /** Sent as it is. */
  body: Upload;
  contentType: "application/x-ndjson" | "text/csv";
}

export interface ImportRedirectsInput {
  /** Check and count, and change nothing. Default: false */
  dryRun?: boolean | undefined;
  /** Sent as it is. */
  body: Upload;
  contentType: "application/x-ndjson" | "text/csv";
}

export interface InviteUserBody {
  email: string;
  role: "owner" | "manager" | "support" | "viewer";
  name?: string | undefined;
}

export interface InviteUserInput {
  body: InviteUserBody;
}

export interface ListApiKeysInput {
  page?: number | undefined;
  pageSize?: number | undefined;
}

export interface ListAuditRecordsInput {
  actor?: string | undefined;
  action?: string | undefined;
  subjectType?: string | undefined;
  subjectId?: string | undefined;
  /** ISO 8601 */
  from?: string | undefined;
  /** ISO 8601 */
  to?: string | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
  /** The `nextCursor` of another page with the same filters; instead of `page` */
  cursor?: string | undefined;
}

export interface ListCartReturnsInput {
  /** UUID */
  cartId: string;
}

export interface ListConsentsInput {
  /** UUID */
  id: string;
  page?: number | undefined;
  pageSize?: number | undefined;
}

export interface ListCustomerAddressesInput {
  /** UUID */
  id: string;
  page?: number | undefined;
  pageSize?: number | undefined;
}

export interface ListCustomerExportsInput {
  /** UUID */
  id: string;
  page?: number | undefined;
  pageSize?: number | undefined;
}

export interface ListCustomerGroupsInput {
  page?: number | undefined;
  pageSize?: number | undefined;
}

export interface ListCustomersInput {
  q?: string | undefined;
  /** UUID */
  customerGroupId?: string | undefined;
  /** `name:value`, such as `erp.id:4711`, for what has this field; numbers, `true`, `false` and `null` are found by their JSON too. May be given several times */
  metadata?: string[] | string | undefined;
  /** With a minus the largest come first. Default: `-createdAt` */
  sort?: "createdAt" | "-createdAt" | "email" | "-email" | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
  /** The `nextCursor` of another page with the same filters; instead of `page` */
  cursor?: string | undefined;
}

export interface ListDeliveriesInput {
  /** UUID */
  subscriptionId?: string | undefined;
  status?: "pending" | "delivered" | "failed" | "exhausted" | undefined;
  /** A name from the event catalogue */
  event?: "order.created" | "order.paid" | "order.shipped" | "order.cancelled" | "order.refunded" | "order.partially_refunded" | "order.shipment_created" | "order.completed" | "order.updated" | "order.ready_for_pickup" | "order.note_added" | "checkout.started" | "cart.abandoned" | "payment.authorized" | "payment.captured" | "payment.failed" | "payment.voided" | "dispute.opened" | "dispute.closed" | "refund.failed" | "credit_note.created" | "refund.issued" | "return.requested" | "return.approved" | "return.rejected" | "return.received" | "return.refunded" | "return.exchanged" | "product.created" | "product.updated" | "product.deleted" | "product.published" | "product.unpublished" | "variant.created" | "variant.updated" | "variant.deleted" | "inventory.changed" | "inventory.low" | "inventory.sold_out" | "inventory.restocked" | "category.created" | "category.updated" | "category.deleted" | "price_list.created" | "price_list.updated" | "price_list.deleted" | "discount.used_up" | "customer.created" | "customer.updated" | "customer.erased" | "import.completed" | "webhook.endpoint_failing" | "webhook.endpoint_paused" | "webhook.endpoint_recovered" | "webhook.delivery_exhausted" | undefined;
  /** Of the last attempt */
  responseCode?: number | undefined;
  /** `lastError`, such as `timeout` */
  error?: string | undefined;
  /** UUID */
  resourceId?: string | undefined;
  /** UUID */
  eventId?: string | undefined;
  /** Only what is new since a `tailCursor` */
  after?: string | undefined;
  /** With `after`: for how many seconds to wait for something new */
  wait?: number | undefined;
  /** Created then or later */
  from?: string | undefined;
  /** Created before */
  to?: string | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
  /** Instead of `page` */
  cursor?: string | undefined;
}

export interface ListDiscountCodesInput {
  /** UUID */
  id: string;
  page?: number | undefined;
  pageSize?: number | undefined;
}

export interface ListDiscountsInput {
  page?: number | undefined;
  pageSize?: number | undefined;
}

export interface ListDisputesInput {
  /** UUID */
  orderId?: string | undefined;
  state?: "open" | "closed" | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
  /** The `nextCursor` of another page with the same filters; instead of `page` */
  cursor?: string | undefined;
}

export interface ListDraftOrdersInput {
  page?: number | undefined;
  pageSize?: number | undefined;
}

export interface ListDraftShippingOptionsInput {
  /** UUID */
  id: string;
}

export interface ListFailedPicturesInput {
  /** UUID */
  id: string;
  page?: number | undefined;
  pageSize?: number | undefined;
}

export interface ListFilterPathsInput {
  /** What a subscription lists, with commas between: `order.paid,return.*` */
  events?: string | undefined;
}

export interface ListFormerOrdersInput {
  q?: string | undefined;
  /** UUID */
  customerId?: string | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
  /** The `nextCursor` of another page with the same filters; instead of `page` */
  cursor?: string | undefined;
}

export interface ListInvitationsInput {
  page?: number | undefined;
  pageSize?: number | undefined;
}

export interface ListLabelRatesInput {
  /** UUID */
  id: string;
}

export interface ListLegalTextsInput {
  /** terms: terms of business · withdrawal: right of withdrawal · privacy: privacy notice */
  kind?: "terms" | "withdrawal" | "privacy" | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
}

export interface ListMailTextsInput {
  /** The store’s when absent */
  locale?: "en" | "de" | "fr" | "es" | undefined;
}

export interface ListNotificationsInput {
  /** Only those that are read, or unread */
  read?: boolean | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
}

export interface ListOrdersInput {
  status?: "pending" | "paid" | "shipped" | "cancelled" | "refunded" | "partially_refunded" | undefined;
  paymentStatus?: "disputed" | "charged_back" | "overpaid" | "refunded" | "partly_refunded" | "paid" | "partly_paid" | "authorised" | "unpaid" | undefined;
  fulfilmentStatus?: "unfulfilled" | "partly_shipped" | "shipped" | "partly_returned" | "returned" | "nothing_to_ship" | undefined;
  /** Only those that are paid and of which something is left to ship, or only the others */
  toShip?: boolean | undefined;
  email?: string | undefined;
  number?: number | undefined;
  /** ISO 8601 */
  from?: string | undefined;
  /** ISO 8601 */
  to?: string | undefined;
  /** Only those that an operator must look at, or only the others */
  attention?: boolean | undefined;
  /** Words with a space between them and without commas, in either case; stored lower-case */
  tag?: string | undefined;
  q?: string | undefined;
  /** `name:value`, such as `erp.id:4711`, for what has this field; numbers, `true`, `false` and `null` are found by their JSON too. May be given several times */
  metadata?: string[] | string | undefined;
  /** With a minus the largest come first. Default: `-createdAt` */
  sort?: "createdAt" | "-createdAt" | "total" | "-total" | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
  /** The `nextCursor` of another page with the same filters; instead of `page` */
  cursor?: string | undefined;
}

export interface ListOwnAddressesInput {
  page?: number | undefined;
  pageSize?: number | undefined;
}

export interface ListOwnConsentsInput {
  page?: number | undefined;
  pageSize?: number | undefined;
}

export interface ListOwnFormerOrdersInput {
  page?: number | undefined;
  pageSize?: number | undefined;
  /** The `nextCursor` of another page with the same filters; instead of `page` */
  cursor?: string | undefined;
}

export interface ListOwnOrdersInput {
  page?: number | undefined;
  pageSize?: number | undefined;
  /** The `nextCursor` of another page with the same filters; instead of `page` */
  cursor?: string | undefined;
}

export interface ListOwnPaymentMethodsInput {
  /** UUID */
  id: string;
}

export interface ListOwnReturnsInput {
  /** UUID */
  id: string;
}

export interface ListPaymentAccountsInput {
  page?: number | undefined;
  pageSize?: number | undefined;
}

export interface ListPaymentEventsInput {
  type?: string | undefined;
  /** `waiting`: its payment isn’t known yet; `contradictory`: it names another order than its payment, and had no effect; `applied`: it has had its effect */
  state?: "waiting" | "contradictory" | "applied" | undefined;
  /** UUID */
  orderId?: string | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
}

export interface ListPaymentMethodsInput {
  /** UUID */
  cartId: string;
}

export interface ListPaymentsInput {
  /** UUID */
  orderId?: string | undefined;
  status?: "requires_payment" | "processing" | "failed" | "authorised" | "succeeded" | "cancelled" | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
  /** The `nextCursor` of another page with the same filters; instead of `page` */
  cursor?: string | undefined;
}

export interface ListPortalSessionsInput {
  page?: number | undefined;
  pageSize?: number | undefined;
}

export interface ListPriceListsInput {
  page?: number | undefined;
  pageSize?: number | undefined;
}

export interface ListPricesInput {
  /** UUID */
  id: string;
  /** UUID */
  productId?: string | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
  /** The `nextCursor` of another page with the same filters; instead of `page` */
  cursor?: string | undefined;
}

export interface ListProductsInput {
  q?: string | undefined;
  status?: "draft" | "published" | undefined;
  /** UUID */
  categoryId?: string | undefined;
  /** `name:value`, such as `erp.id:4711`, for what has this field; numbers, `true`, `false` and `null` are found by their JSON too. May be given several times */
  metadata?: string[] | string | undefined;
  /** With a minus the largest come first. Default: `-createdAt` */
  sort?: "title" | "-title" | "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
  /** The `nextCursor` of another page with the same filters; instead of `page` */
  cursor?: string | undefined;
}

export interface ListRecoveriesInput {
  page?: number | undefined;
  pageSize?: number | undefined;
}

export interface ListRedirectsInput {
  q?: string | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
}

export interface ListRefundsInput {
  /** UUID */
  orderId?: string | undefined;
  status?: "pending" | "succeeded" | "failed" | "cancelled" | undefined;
  /** `name:value`, such as `erp.id:4711`, for what has this field; numbers, `true`, `false` and `null` are found by their JSON too. May be given several times */
  metadata?: string[] | string | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
  /** The `nextCursor` of another page with the same filters; instead of `page` */
  cursor?: string | undefined;
}

export interface ListRefusedCustomersInput {
  /** UUID */
  id: string;
  page?: number | undefined;
  pageSize?: number | undefined;
}

export interface ListRefusedFormerOrdersInput {
  /** UUID */
  id: string;
  page?: number | undefined;
  pageSize?: number | undefined;
}

export interface ListRefusedRedirectsInput {
  /** UUID */
  id: string;
  page?: number | undefined;
  pageSize?: number | undefined;
}

export interface ListRefusedRowsInput {
  /** UUID */
  id: string;
  page?: number | undefined;
  pageSize?: number | undefined;
}

export interface ListReturnsInput {
  /** UUID */
  orderId?: string | undefined;
  status?: "requested" | "approved" | "rejected" | "received" | "refunded" | "exchanged" | undefined;
  /** Only those that wait for an operator or for the parcel, or only the others */
  open?: boolean | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
  /** The `nextCursor` of another page with the same filters; instead of `page` */
  cursor?: string | undefined;
}

export interface ListShippingOptionsInput {
  /** UUID */
  cartId: string;
}

export interface ListStockMovementsInput {
  /** UUID */
  productId: string;
  /** UUID */
  variantId: string;
  page?: number | undefined;
  pageSize?: number | undefined;
  /** The `nextCursor` of another page with the same filters; instead of `page` */
  cursor?: string | undefined;
}

export interface ListStoreProductsInput {
  q?: string | undefined;
  /** Slug of a category; includes the categories below it */
  category?: string | undefined;
  /** Minor units (cents) */
  priceMin?: number | undefined;
  /** Minor units (cents) */
  priceMax?: number | undefined;
  /** `Name:Value`, such as `Size:M`; may be given several times */
  option?: string[] | string | undefined;
  /** true: only products that can be ordered now */
  available?: boolean | undefined;
  /** Of `price`; default: the store’s */
  currency?: string | undefined;
  /** Default: `relevance` with `q`, else `newest`. By the base price of the cheapest variant */
  sort?: "relevance" | "newest" | "price" | "-price" | "title" | "-title" | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
  /** The `nextCursor` of another page with the same filters; instead of `page` */
  cursor?: string | undefined;
}

export interface ListSubscriptionGapsInput {
  /** UUID */
  id: string;
  page?: number | undefined;
  pageSize?: number | undefined;
  /** Another response’s `nextCursor`, instead of `page` */
  cursor?: string | undefined;
}

export interface ListSubscriptionsInput {
  /** `name:value`, such as `erp.id:4711`, for what has this field; numbers, `true`, `false` and `null` are found by their JSON too. May be given several times */
  metadata?: string[] | string | undefined;
}

export interface ListUsersInput {
  page?: number | undefined;
  pageSize?: number | undefined;
}

export interface LoginBody {
  email: string;
  password: string;
  code?: string | undefined;
}

export interface LoginInput {
  body: LoginBody;
}

export interface LoginCustomerBody {
  email: string;
  password: string;
}

export interface LoginCustomerInput {
  body: LoginCustomerBody;
}

export interface LogoutBody {
  refreshToken: string;
}

export interface LogoutInput {
  body: LogoutBody;
}

export interface MarkPaymentPaidBody {
  /** Identifies the money, such as the purpose of the transfer */
  reference: string;
  /** The day on which it came, YYYY-MM-DD; not in the future */
  paidOn: string;
  /** The received amount, in minor units; absent: the due amount */
  amount?: number | undefined;
}

export interface MarkPaymentPaidInput {
  /** UUID */
  id: string;
  body: MarkPaymentPaidBody;
}

export interface PauseRecoveryInput {
  /** UUID */
  id: string;
}

export interface PayByLinkBody {
  /** The last part of the link’s address */
  token: string;
  /** One that GET …/payment-methods lists */
  paymentAccountId?: string | undefined;
}

export interface PayByLinkInput {
  body: PayByLinkBody;
}

export interface PayCartOrderBody {
  /** One that GET …/payment-methods lists */
  paymentAccountId?: string | undefined;
}

export interface PayCartOrderInput {
  /** UUID */
  cartId: string;
  body?: PayCartOrderBody | undefined;
}

export interface PayOwnOrderBody {
  /** One that GET …/payment-methods lists */
  paymentAccountId?: string | undefined;
}

export interface PayOwnOrderInput {
  /** UUID */
  id: string;
  body?: PayOwnOrderBody | undefined;
}

export interface PlaceDraftOrderBody {
  /** Refused if the total of the draft has changed */
  expectedTotal?: number | undefined;
  /** The money came outside of the shop. Absent: the buyer gets a payment link */
  paid?: {
    /** A manual one; the first that is active when absent */
    paymentAccountId?: string | undefined;
    /** Identifies the money, such as the purpose of the transfer */
    reference: string;
    /** The day on which it came, YYYY-MM-DD; not in the future */
    paidOn: string;
  } | undefined;
}

export interface PlaceDraftOrderInput {
  /** UUID */
  id: string;
  body?: PlaceDraftOrderBody | undefined;
}

export interface PreviewMailBody {
  kind: "order_placed" | "payment_link" | "order_confirmation" | "payment_failed" | "order_shipped" | "order_ready" | "order_cancelled" | "order_refunded" | "return_requested" | "return_approved" | "return_rejected" | "return_received" | "withdrawal_received" | "verification" | "password_reset" | "password_changed" | "email_change" | "email_taken" | "email_change_requested" | "email_changed";
  locale: "en" | "de" | "fr" | "es";
  /** Absent: the text that is in use; null: ours */
  text?: {
    /** One line, in Liquid */
    subject: string;
    /** Plain text in Liquid; empty lines part paragraphs. Placeholders: `store_name` (text): The name of the store; `name` (text): The customer’s name, if it is known; `new_email` (text): The other address; `code` (block): The button to the page of the shop, and the code for typing; `order_number` (number): The number of the order; `lines` (list): The goods: each has `title` and `quantity`, in an order’s costs also `amount`; `order_table` (block): The goods with their amounts, discount, shipping, tax and total; `discount` (text): The discount as money; null without one; `shipping` (text): The shipping as money; `tax` (text): The tax that was added to the prices, as money; null without one; `total` (text): What the order costs, as money; `instructions` (text): How to pay, as the payment account says it; `pay_by` (text): The last day for the payment; `payment_button` (block): The button to the page of the shop where the order is paid; `exchange_of` (number): The number of the order whose goods are exchanged; null: no exchange; `is_part` (yes/no): Whether something of the order is still to come; `goods_table` (block): The goods of this message, with carrier and number of a shipment; `carrier` (text): Who carries the shipment; `tracking_number` (text): The carrier’s number of the shipment; `tracking_button` (block): The button to the carrier’s page; `pickup_place` (text): Name and address of the place where the goods are picked up; `opening_hours_table` (block): When that place is open; `pickup_note` (text): What the store says about that place; `is_unpaid` (yes/no): Whether it was cancelled because no payment came; `amount` (text): The refunded money; `note` (text): What the operator wrote; `received_at` (text): Day and time of the withdrawal */
    body: string;
  } | null | undefined;
  /** Shows what the last mail of this kind about this order said (needs `orders:read`); else it is made up */
  orderId?: string | undefined;
}

export interface PreviewMailInput {
  body: PreviewMailBody;
}

export interface PreviewOrderChangeBody {
  /** Units that haven’t left yet, and are for sale again */
  remove: {
    /** UUID */
    lineId: string;
    /** Absent: all units that haven’t left */
    quantity?: number | undefined;
  }[];
  reason?: string | undefined;
}

export interface PreviewOrderChangeInput {
  /** UUID */
  id: string;
  body: PreviewOrderChangeBody;
}

export interface PreviewRefundBody {
  amount?: number | undefined;
  lines?: {
    /** UUID */
    lineId: string;
    /** Absent: all units that are left */
    quantity?: number | undefined;
  }[] | undefined;
  restock?: boolean | undefined;
  /** The payment to refund from, and no other. Absent: one that holds all of it, else the newest first */
  paymentId?: string | undefined;
}

export interface PreviewRefundInput {
  /** UUID */
  id: string;
  body?: PreviewRefundBody | undefined;
}

export interface PublishLegalTextBody {
  /** terms: terms of business · withdrawal: right of withdrawal · privacy: privacy notice */
  kind: "terms" | "withdrawal" | "privacy";
  locale: "en" | "de" | "fr" | "es";
  version: string;
  text: string;
}

export interface PublishLegalTextInput {
  body: PublishLegalTextBody;
}

export interface PublishProductInput {
  /** UUID */
  productId: string;
}

export interface PutMailSettingsBody {
  /** The address of a picture of the store, as `POST /admin/v1/pictures` returns it */
  logoUrl?: string | null | undefined;
  /** The colour of buttons and of the line above. The text on it is black or white, whichever is more legible: 4.5 : 1 or more */
  accentColor?: string | null | undefined;
  /** Below each mail: the legal details of the store. Plain text; line breaks stay */
  footer?: string | null | undefined;
  /** The address for replies; null: the sender’s address */
  replyTo?: string | null | undefined;
  /** Kinds that aren’t sent */
  disabledKinds?: ("order_placed" | "order_confirmation" | "payment_failed" | "order_shipped" | "order_ready" | "order_cancelled" | "order_refunded" | "return_requested" | "return_approved" | "return_rejected" | "return_received")[] | undefined;
}

export interface PutMailSettingsInput {
  body: PutMailSettingsBody;
}

export interface PutMailTextBody {
  kind: "order_placed" | "payment_link" | "order_confirmation" | "payment_failed" | "order_shipped" | "order_ready" | "order_cancelled" | "order_refunded" | "return_requested" | "return_approved" | "return_rejected" | "return_received" | "withdrawal_received" | "verification" | "password_reset" | "password_changed" | "email_change" | "email_taken" | "email_change_requested" | "email_changed";
  locale: "en" | "de" | "fr" | "es";
  /** Null: ours again */
  text: {
    /** One line, in Liquid */
    subject: string;
    /** Plain text in Liquid; empty lines part paragraphs. Placeholders: `store_name` (text): The name of the store; `name` (text): The customer’s name, if it is known; `new_email` (text): The other address; `code` (block): The button to the page of the shop, and the code for typing; `order_number` (number): The number of the order; `lines` (list): The goods: each has `title` and `quantity`, in an order’s costs also `amount`; `order_table` (block): The goods with their amounts, discount, shipping, tax and total; `discount` (text): The discount as money; null without one; `shipping` (text): The shipping as money; `tax` (text): The tax that was added to the prices, as money; null without one; `total` (text): What the order costs, as money; `instructions` (text): How to pay, as the payment account says it; `pay_by` (text): The last day for the payment; `payment_button` (block): The button to the page of the shop where the order is paid; `exchange_of` (number): The number of the order whose goods are exchanged; null: no exchange; `is_part` (yes/no): Whether something of the order is still to come; `goods_table` (block): The goods of this message, with carrier and number of a shipment; `carrier` (text): Who carries the shipment; `tracking_number` (text): The carrier’s number of the shipment; `tracking_button` (block): The button to the carrier’s page; `pickup_place` (text): Name and address of the place where the goods are picked up; `opening_hours_table` (block): When that place is open; `pickup_note` (text): What the store says about that place; `is_unpaid` (yes/no): Whether it was cancelled because no payment came; `amount` (text): The refunded money; `note` (text): What the operator wrote; `received_at` (text): Day and time of the withdrawal */
    body: string;
  } | null;
}

export interface PutMailTextInput {
  body: PutMailTextBody;
}

export interface PutNotificationSettingsBody {
  /** An incoming webhook; null: none */
  slackUrl: string | null;
}

export interface PutNotificationSettingsInput {
  body: PutNotificationSettingsBody;
}

export interface PutPortalSettingsBody {
  /** The name in its header; null: the name of the store */
  name?: string | null | undefined;
  /** A picture of at most 64 KiB as a data URL, so that the portal loads it from no other server */
  logo?: string | null | undefined;
  /** The colour of buttons and links. The portal darkens or lightens it until text can be read (4.5 : 1) */
  accentColor?: string | null | undefined;
  /** Web origins whose pages may embed the portal; none: it can’t be embedded */
  embedOrigins?: string[] | undefined;
}

export interface PutPortalSettingsInput {
  body: PutPortalSettingsBody;
}

export interface PutPrivacySettingsBody {
  /** Customers without a sign-in, an order or a change for this many months are erased; null: never */
  inactiveCustomerMonths: number | null;
  /** Carts that aren’t orders are deleted when they are unchanged for this many days; null, or more than that: as long as the deployment keeps them */
  cartDays: number | null;
  /** Messages that were sent are deleted after this many days; null: after 30 days */
  mailDays: number | null;
  /** Legal texts that a checkout must accept */
  requiredTexts: ("terms" | "withdrawal" | "privacy")[];
}

export interface PutPrivacySettingsInput {
  body: PutPrivacySettingsBody;
}

export interface PutShippingSettingsBody {
  options: {
    /** UUID */
    id?: string | undefined;
    name: string;
    /** false: it isn’t offered to shoppers */
    active?: boolean | undefined;
    /** Where shoppers pick up their goods, and so where these are taxed; null: the goods are sent. `name` of the address is that of the place */
    pickupPlace?: {
      address: {
        /** Full name of the recipient */
        name: string;
        company?: string | null | undefined;
        line1: string;
        line2?: string | null | undefined;
        city: string;
        postalCode: string;
        region?: string | null | undefined;
        /** An assigned code of ISO 3166-1 alpha-2, in either case (the United Kingdom is GB); stored upper-case */
        country: string;
        phone?: string | null | undefined;
      };
      /** Without overlaps; it is closed on days that aren’t listed */
      openingHours: {
        day: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";
        /** By the clock of the place, such as `09:00` */
        opens: string;
        /** Later on the same day, at most `24:00` */
        closes: string;
      }[];
      /** What else shoppers must know, such as where to ring */
      note: string | null;
    } | null | undefined;
    /** The carrier that sets the price; null: the store does. It is called when the options of a cart with an address are listed, and its rates are valid for 30 minutes */
    carrier?: {
      /** One of `carriers` of a module */
      name: string;
      /** The carrier’s service, in its own words */
      service: string;
      /** What applies while the carrier doesn’t respond in time: `amount` and `tiers` of the option, or it isn’t offered */
      whenUnavailable: "own_price" | "not_offered";
    } | null | undefined;
    /** Minor units (cents) */
    amount: number;
    countries?: string[] | undefined;
    /** Minor units (cents) */
    freeFrom?: number | null | undefined;
    /** The measure of `tiers`: `weight` in grams, `quantity` in units, or `value` in minor units after discount, each of the goods that are shipped; null: there are none */
    tiersBy?: "weight" | "quantity" | "value" | null | undefined;
    /** Ascending by `from`. The highest tier that is reached applies, and `amount` of the option below the first; with null the option isn’t offered from there on */
    tiers?: {
      from: number;
      /** Minor units (cents) */
      amount: number | null;
    }[] | undefined;
    /** Where it is offered: codes (`10013`), beginnings of codes (`100*`) or ranges of equally long ones (`10000-10999`); empty: everywhere */
    postalCodes?: string[] | undefined;
    /** Profiles of goods (`shippingProfile` of variants) that it takes, beside goods without one */
    profiles?: string[] | undefined;
    prices?: {
      /** A code of ISO 4217, in either case; stored upper-case */
      currency: string;
      /** Minor units (cents) */
      amount: number;
      /** Minor units (cents) */
      freeFrom?: number | null | undefined;
      /** Ascending by `from`. The highest tier that is reached applies, and `amount` of the option below the first; with null the option isn’t offered from there on */
      tiers?: {
        from: number;
        /** Minor units (cents) */
        amount: number | null;
      }[] | undefined;
    }[] | undefined;
  }[];
}

export interface PutShippingSettingsInput {
  body: PutShippingSettingsBody;
}

export interface PutTaxSettingsBody {
  /** Whether listed prices and shipping include tax */
  pricesIncludeTax: boolean;
  rates?: {
    /** An assigned code of ISO 3166-1 alpha-2, in either case (the United Kingdom is GB); stored upper-case */
    country: string;
    /** As shoppers write it (`NY`, `US-NY` and `ny` are one); absent: the whole country */
    region?: string | undefined;
    /** A code (`10013`), the beginning of codes (`100*`), or a range of equally long ones (`10000-10999`), without hyphens of their own; absent: every code */
    postalCode?: string | undefined;
    /** `standard` (when absent), `reduced` or one of `classes` */
    taxClass?: string | undefined;
    /** Hundredths of a percent: 1900 is 19 %, 887.5 is 8.875 % */
    rateBasisPoints: number;
    /** The first day, by the store’s time zone */
    validFrom?: string | undefined;
  }[] | undefined;
  classes?: {
    /** `standard`, `reduced`, `zero` (taxed at zero), `exempt` (the law exempts it), or one of the tax settings */
    code: string;
    name: string;
  }[] | undefined;
  /** Null: shipping is taxed as the goods, in proportion to what is paid for those of each rate */
  shippingTaxClass?: string | null | undefined;
  /** A store in the EU whose sales to other member states stay below the threshold (Article 59c of Directive 2006/112/EC) charges them the VAT of its own country */
  belowOssThreshold?: boolean | undefined;
  /** The text on documents about goods of the class `exempt`, such as the article that exempts them */
  exemptReason?: string | null | undefined;
  /** The same in e-invoices, by the code list VATEX */
  exemptReasonCode?: "VATEX-EU-79-C" | "VATEX-EU-132" | "VATEX-EU-132-1A" | "VATEX-EU-132-1B" | "VATEX-EU-132-1C" | "VATEX-EU-132-1D" | "VATEX-EU-132-1E" | "VATEX-EU-132-1F" | "VATEX-EU-132-1G" | "VATEX-EU-132-1H" | "VATEX-EU-132-1I" | "VATEX-EU-132-1J" | "VATEX-EU-132-1K" | "VATEX-EU-132-1L" | "VATEX-EU-132-1M" | "VATEX-EU-132-1N" | "VATEX-EU-132-1O" | "VATEX-EU-132-1P" | "VATEX-EU-132-1Q" | "VATEX-EU-135-1" | "VATEX-EU-143" | "VATEX-EU-144" | "VATEX-EU-148" | "VATEX-EU-151" | "VATEX-EU-153" | "VATEX-EU-159" | "VATEX-EU-309" | "VATEX-FR-FRANCHISE" | "VATEX-FR-CNWVAT" | null | undefined;
  /** Says the rates on goods and shipping once the address is known, in place of the store’s own. Buyers who pay no tax, goods of the classes `zero` and `exempt`, and sales that are taxed in the store’s own country below the threshold of the OSS are no question to it. Null: nobody is asked */
  provider?: {
    /** One that a module of the deployment offers */
    name: string;
    /** What happens while it doesn’t say the rates within 5 seconds: those of the store apply, or no order is placed (`tax_unavailable`) */
    whenUnavailable: "own_rates" | "refuse_checkout";
  } | null | undefined;
}

export interface PutTaxSettingsInput {
  body: PutTaxSettingsBody;
}

export interface ReadNotificationInput {
  /** UUID */
  id: string;
}

export interface ReadPaymentLinkBody {
  /** The last part of the link’s address */
  token: string;
}

export interface ReadPaymentLinkInput {
  body: ReadPaymentLinkBody;
}

export type ReadyOrderBody = Record<string, never>;

export interface ReadyOrderInput {
  /** UUID */
  id: string;
  body?: ReadyOrderBody | undefined;
}

export type ReceiveAccountEventBody = Record<string, unknown>;

export interface ReceiveAccountEventInput {
  /** UUID */
  accountId: string;
  /** As of `POST /webhooks/payment`, or what the module expects that offers the provider */
  body?: ReceiveAccountEventBody | undefined;
}

export interface ReceivePaymentEventBody {
  id: string;
  type: string;
  /** Unix seconds */
  created?: number | undefined;
  data: {
    object: {
      id?: string | null | undefined;
      metadata?: Record<string, unknown> | null | undefined;
    };
  };
}

export interface ReceivePaymentEventInput {
  body: ReceivePaymentEventBody;
}

export interface ReceiveReturnBody {
  /** What was in the parcel. A line may be named once for each condition; one that isn’t named didn’t come */
  lines: {
    /** UUID */
    lineId: string;
    quantity: number;
    condition: "new" | "used" | "damaged";
    /** For sale again; else written off */
    restock: boolean;
  }[];
}

export interface ReceiveReturnInput {
  /** UUID */
  id: string;
  body: ReceiveReturnBody;
}

export interface RecheckVatInput {
  /** UUID */
  id: string;
}

export interface RecordConsentBody {
  /** What it is for. `marketing` also sets the customer’s `acceptsMarketing`. */
  purpose: string;
  granted: boolean;
  /** The version of the shown text, in the store’s own words */
  textVersion?: string | null | undefined;
  /** The source, such as `phone` */
  source: string;
}

export interface RecordConsentInput {
  /** UUID */
  id: string;
  body: RecordConsentBody;
}

export interface RecordOwnConsentBody {
  /** What it is for. `marketing` also sets the customer’s `acceptsMarketing`. */
  purpose: string;
  granted: boolean;
  /** The version of the shown text, in the store’s own words */
  textVersion?: string | null | undefined;
}

export interface RecordOwnConsentInput {
  body: RecordOwnConsentBody;
}

export interface RedeliverDeliveryInput {
  /** UUID */
  id: string;
}

export interface RefreshLoginBody {
  refreshToken: string;
}

export interface RefreshLoginInput {
  body: RefreshLoginBody;
}

export interface RefundOrderBody {
  amount?: number | undefined;
  lines?: {
    /** UUID */
    lineId: string;
    /** Absent: all units that are left */
    quantity?: number | undefined;
  }[] | undefined;
  restock?: boolean | undefined;
  /** The payment to refund from, and no other. Absent: one that holds all of it, else the newest first */
  paymentId?: string | undefined;
  reason?: string | undefined;
  /** Fields of the store’s own, replaced as a whole: up to 50, together at most 8192 bytes of JSON. The storefront sees those whose names begin with `public.` */
  metadata?: Record<string, string | number | boolean | null> | undefined;
}

export interface RefundOrderInput {
  /** UUID */
  id: string;
  body?: RefundOrderBody | undefined;
}

export interface RefundReturnBody {
  reason?: string | undefined;
}

export interface RefundReturnInput {
  /** UUID */
  id: string;
  body?: RefundReturnBody | undefined;
}

export interface RegisterCustomerBody {
  email: string;
  password: string;
  name?: string | undefined;
}

export interface RegisterCustomerInput {
  body: RegisterCustomerBody;
}

export interface RejectReturnBody {
  note?: string | undefined;
}

export interface RejectReturnInput {
  /** UUID */
  id: string;
  body?: RejectReturnBody | undefined;
}

export interface RemoveCartLineInput {
  /** UUID */
  cartId: string;
  /** UUID */
  lineId: string;
}

export interface RemoveDiscountCodeInput {
  /** UUID */
  cartId: string;
}

export interface RemoveSecondFactorBody {
  currentPassword: string;
}

export interface RemoveSecondFactorInput {
  body: RemoveSecondFactorBody;
}

export interface ReplaceCustomerAddressBody {
  /** Full name of the recipient */
  name: string;
  company?: string | null | undefined;
  line1: string;
  line2?: string | null | undefined;
  city: string;
  postalCode: string;
  region?: string | null | undefined;
  /** An assigned code of ISO 3166-1 alpha-2, in either case (the United Kingdom is GB); stored upper-case */
  country: string;
  phone?: string | null | undefined;
}

export interface ReplaceCustomerAddressInput {
  /** UUID */
  id: string;
  /** UUID */
  addressId: string;
  body: ReplaceCustomerAddressBody;
}

export interface ReplaceOwnAddressBody {
  /** Full name of the recipient */
  name: string;
  company?: string | null | undefined;
  line1: string;
  line2?: string | null | undefined;
  city: string;
  postalCode: string;
  region?: string | null | undefined;
  /** An assigned code of ISO 3166-1 alpha-2, in either case (the United Kingdom is GB); stored upper-case */
  country: string;
  phone?: string | null | undefined;
}

export interface ReplaceOwnAddressInput {
  /** UUID */
  id: string;
  body: ReplaceOwnAddressBody;
}

export interface ReplaceSettingsBody {
  name: string;
  /** A code of ISO 4217, in either case; stored upper-case */
  currency: string;
  /** An assigned code of ISO 3166-1 alpha-2, in either case (the United Kingdom is GB); stored upper-case */
  country?: string | undefined;
  vatNumber?: string | null | undefined;
  seller?: {
    /** The name of the business in law */
    name: string;
    line1: string;
    line2?: string | null | undefined;
    postalCode: string;
    city: string;
    region?: string | null | undefined;
    /** An assigned code of ISO 3166-1 alpha-2, in either case (the United Kingdom is GB); stored upper-case */
    country: string;
    /** Where it is registered and how, such as “Amtsgericht Charlottenburg, HRB 12345” */
    registration?: string | null | undefined;
    email?: string | null | undefined;
    /** The contact for questions about an invoice, which an XRechnung shows */
    contactName?: string | null | undefined;
    /** The contact’s telephone, which an XRechnung shows too */
    phone?: string | null | undefined;
  } | null | undefined;
  locale?: "en" | "de" | "fr" | "es" | undefined;
  /** A name of the IANA database, such as `Europe/Berlin` */
  timeZone?: string | undefined;
  /** Whether an invoice is issued when the order is paid, or when its last goods are shipped; at the latest with the first credit note */
  invoiceIssuedWhen?: "paid" | "shipped" | undefined;
  /** The beginning of invoice numbers. It doesn’t end with a digit, so that no two series have a number in common. */
  invoicePrefix?: string | undefined;
  /** Whether the year follows the prefix, as in `2026-1`, and numbers begin again with it */
  invoiceNumbersByYear?: boolean | undefined;
  pricesIncludeTax?: boolean | undefined;
  countries?: string[] | undefined;
  storeHosts?: string[] | undefined;
  allowedOrigins?: string[] | undefined;
  captureLater?: boolean | undefined;
  requireSecondFactor?: boolean | undefined;
}

export interface ReplaceSettingsInput {
  body: ReplaceSettingsBody;
}

export interface ReplayPaymentEventInput {
  /** The provider’s event id; of a payment account of the store, after the account’s id and a colon */
  id: string;
}

export interface ReportOutcomesBody {
  outcomes: {
    /** UUID */
    deliveryId: string;
    /** The attempt of the claim; absent: the newest */
    attempt?: number | undefined;
    /** The receiver’s HTTP status; null: there was no response */
    responseCode: number | null;
    durationMs: number;
    /** Why there was no response, or none to be trusted */
    error?: "timeout" | "connection refused" | "connection reset" | "host not found" | "network unreachable" | "refused address" | "tls error" | "invalid response" | "network error" | undefined;
  }[];
}

export interface ReportOutcomesInput {
  /** UUID */
  id: string;
  body: ReportOutcomesBody;
}

export interface RequestCartReturnBody {
  lines: {
    /** UUID */
    lineId: string;
    quantity: number;
  }[];
  reason?: string | undefined;
}

export interface RequestCartReturnInput {
  /** UUID */
  cartId: string;
  body: RequestCartReturnBody;
}

export interface RequestCustomerExportInput {
  /** UUID */
  id: string;
}

export interface RequestEmailChangeBody {
  newEmail: string;
  currentPassword: string;
}

export interface RequestEmailChangeInput {
  body: RequestEmailChangeBody;
}

export interface RequestOperatorPasswordResetBody {
  email: string;
}

export interface RequestOperatorPasswordResetInput {
  body: RequestOperatorPasswordResetBody;
}

export interface RequestOwnExportBody {
  currentPassword: string;
}

export interface RequestOwnExportInput {
  body: RequestOwnExportBody;
}

export interface RequestOwnReturnBody {
  lines: {
    /** UUID */
    lineId: string;
    quantity: number;
  }[];
  reason?: string | undefined;
}

export interface RequestOwnReturnInput {
  /** UUID */
  id: string;
  body: RequestOwnReturnBody;
}

export interface RequestPasswordResetBody {
  email: string;
}

export interface RequestPasswordResetInput {
  body: RequestPasswordResetBody;
}

export interface ResetOperatorPasswordBody {
  token: string;
  newPassword: string;
}

export interface ResetOperatorPasswordInput {
  body: ResetOperatorPasswordBody;
}

export interface ResetPasswordBody {
  /** Single-use, from the message */
  token: string;
  newPassword: string;
}

export interface ResetPasswordInput {
  body: ResetPasswordBody;
}

export interface ResetSecondFactorInput {
  /** UUID */
  id: string;
}

export interface ResumeRecoveryInput {
  /** UUID */
  id: string;
}

export interface RetryDeliveryInput {
  /** UUID */
  id: string;
}

export interface RevokeApiKeyInput {
  /** UUID */
  id: string;
}

export interface RotateSigningKeyBody {
  /** How long the old key signs too; 0: not at all */
  overlapHours?: number | undefined;
}

export interface RotateSigningKeyInput {
  body?: RotateSigningKeyBody | undefined;
}

export interface RotateSubscriptionSecretBody {
  /** How long the old secret stays valid; 0: not at all */
  overlapHours?: number | undefined;
}

export interface RotateSubscriptionSecretInput {
  /** UUID */
  id: string;
  body?: RotateSubscriptionSecretBody | undefined;
}

export interface SearchInput {
  /** An empty text finds nothing */
  q?: string | undefined;
}

export interface SendPaymentLinkInput {
  /** UUID */
  id: string;
}

export interface SendTestMailBody {
  kind: "order_placed" | "payment_link" | "order_confirmation" | "payment_failed" | "order_shipped" | "order_ready" | "order_cancelled" | "order_refunded" | "return_requested" | "return_approved" | "return_rejected" | "return_received" | "withdrawal_received" | "verification" | "password_reset" | "password_changed" | "email_change" | "email_taken" | "email_change_requested" | "email_changed";
  locale: "en" | "de" | "fr" | "es";
  /** Absent: the text that is in use; null: ours */
  text?: {
    /** One line, in Liquid */
    subject: string;
    /** Plain text in Liquid; empty lines part paragraphs. Placeholders: `store_name` (text): The name of the store; `name` (text): The customer’s name, if it is known; `new_email` (text): The other address; `code` (block): The button to the page of the shop, and the code for typing; `order_number` (number): The number of the order; `lines` (list): The goods: each has `title` and `quantity`, in an order’s costs also `amount`; `order_table` (block): The goods with their amounts, discount, shipping, tax and total; `discount` (text): The discount as money; null without one; `shipping` (text): The shipping as money; `tax` (text): The tax that was added to the prices, as money; null without one; `total` (text): What the order costs, as money; `instructions` (text): How to pay, as the payment account says it; `pay_by` (text): The last day for the payment; `payment_button` (block): The button to the page of the shop where the order is paid; `exchange_of` (number): The number of the order whose goods are exchanged; null: no exchange; `is_part` (yes/no): Whether something of the order is still to come; `goods_table` (block): The goods of this message, with carrier and number of a shipment; `carrier` (text): Who carries the shipment; `tracking_number` (text): The carrier’s number of the shipment; `tracking_button` (block): The button to the carrier’s page; `pickup_place` (text): Name and address of the place where the goods are picked up; `opening_hours_table` (block): When that place is open; `pickup_note` (text): What the store says about that place; `is_unpaid` (yes/no): Whether it was cancelled because no payment came; `amount` (text): The refunded money; `note` (text): What the operator wrote; `received_at` (text): Day and time of the withdrawal */
    body: string;
  } | null | undefined;
  /** Shows what the last mail of this kind about this order said (needs `orders:read`); else it is made up */
  orderId?: string | undefined;
}

export interface SendTestMailInput {
  body: SendTestMailBody;
}

export interface SetBillingAddressBody {
  /** Full name of the recipient */
  name: string;
  company?: string | null | undefined;
  line1: string;
  line2?: string | null | undefined;
  city: string;
  postalCode: string;
  region?: string | null | undefined;
  /** An assigned code of ISO 3166-1 alpha-2, in either case (the United Kingdom is GB); stored upper-case */
  country: string;
  phone?: string | null | undefined;
  /** The number under which a public buyer in Germany takes invoices, such as 991-12345-06: buyer reference and electronic address of an XRechnung */
  leitwegId?: string | null | undefined;
}

export interface SetBillingAddressInput {
  /** UUID */
  cartId: string;
  body: SetBillingAddressBody;
}

export interface SetPricesBody {
  prices: {
    /** UUID */
    variantId: string;
    /** From this many of the variant on in one line */
    minQuantity?: number | undefined;
    /** Minor units (cents) */
    amount: number | null;
  }[];
}

export interface SetPricesInput {
  /** UUID */
  id: string;
  body: SetPricesBody;
}

export interface SetRedirectBody {
  /** A path that the shop doesn’t have, with its query if that counts: `/products/tea` */
  from: string;
  /** The path of a page of the shop: `/p/tea` */
  to: string;
}

export interface SetRedirectInput {
  body: SetRedirectBody;
}

export interface SetShippingAddressBody {
  /** Full name of the recipient */
  name: string;
  company?: string | null | undefined;
  line1: string;
  line2?: string | null | undefined;
  city: string;
  postalCode: string;
  region?: string | null | undefined;
  /** An assigned code of ISO 3166-1 alpha-2, in either case (the United Kingdom is GB); stored upper-case */
  country: string;
  phone?: string | null | undefined;
}

export interface SetShippingAddressInput {
  /** UUID */
  cartId: string;
  body: SetShippingAddressBody;
}

export interface ShipOrderBody {
  lines?: {
    /** UUID */
    lineId: string;
    /** Absent: all units that are left */
    quantity?: number | undefined;
  }[] | undefined;
  tracking?: string | {
    carrier?: string | undefined;
    number?: string | undefined;
    url?: string | undefined;
  } | undefined;
  /** UUID */
  labelId?: string | undefined;
}

export interface ShipOrderInput {
  /** UUID */
  id: string;
  body?: ShipOrderBody | undefined;
}

export interface TagOrdersBody {
  orderIds: string[];
  add?: string[] | undefined;
  remove?: string[] | undefined;
}

export interface TagOrdersInput {
  body: TagOrdersBody;
}

export interface TestFilterBody {
  events: ("order.created" | "order.paid" | "order.shipped" | "order.cancelled" | "order.refunded" | "order.partially_refunded" | "order.shipment_created" | "order.completed" | "order.updated" | "order.ready_for_pickup" | "order.note_added" | "checkout.started" | "cart.abandoned" | "payment.authorized" | "payment.captured" | "payment.failed" | "payment.voided" | "dispute.opened" | "dispute.closed" | "refund.failed" | "credit_note.created" | "refund.issued" | "return.requested" | "return.approved" | "return.rejected" | "return.received" | "return.refunded" | "return.exchanged" | "product.created" | "product.updated" | "product.deleted" | "product.published" | "product.unpublished" | "variant.created" | "variant.updated" | "variant.deleted" | "inventory.changed" | "inventory.low" | "inventory.sold_out" | "inventory.restocked" | "category.created" | "category.updated" | "category.deleted" | "price_list.created" | "price_list.updated" | "price_list.deleted" | "discount.used_up" | "customer.created" | "customer.updated" | "customer.erased" | "import.completed" | "webhook.endpoint_failing" | "webhook.endpoint_paused" | "webhook.endpoint_recovered" | "webhook.delivery_exhausted" | "order.*" | "checkout.*" | "cart.*" | "payment.*" | "dispute.*" | "refund.*" | "credit_note.*" | "return.*" | "product.*" | "variant.*" | "inventory.*" | "category.*" | "price_list.*" | "discount.*" | "customer.*" | "import.*" | "webhook.*" | "*")[];
  filter: WebhookFilter;
  limit?: number | undefined;
}

export interface TestFilterInput {
  body: TestFilterBody;
}

export interface TestSubscriptionBody {
  /** A name from the event catalogue */
  event: "order.created" | "order.paid" | "order.shipped" | "order.cancelled" | "order.refunded" | "order.partially_refunded" | "order.shipment_created" | "order.completed" | "order.updated" | "order.ready_for_pickup" | "order.note_added" | "checkout.started" | "cart.abandoned" | "payment.authorized" | "payment.captured" | "payment.failed" | "payment.voided" | "dispute.opened" | "dispute.closed" | "refund.failed" | "credit_note.created" | "refund.issued" | "return.requested" | "return.approved" | "return.rejected" | "return.received" | "return.refunded" | "return.exchanged" | "product.created" | "product.updated" | "product.deleted" | "product.published" | "product.unpublished" | "variant.created" | "variant.updated" | "variant.deleted" | "inventory.changed" | "inventory.low" | "inventory.sold_out" | "inventory.restocked" | "category.created" | "category.updated" | "category.deleted" | "price_list.created" | "price_list.updated" | "price_list.deleted" | "discount.used_up" | "customer.created" | "customer.updated" | "customer.erased" | "import.completed" | "webhook.endpoint_failing" | "webhook.endpoint_paused" | "webhook.endpoint_recovered" | "webhook.delivery_exhausted";
}

export interface TestSubscriptionInput {
  /** UUID */
  id: string;
  body: TestSubscriptionBody;
}

export interface UpdateCartBody {
  /** true: no discount gives a gift */
  declinesGifts?: boolean | undefined;
  email?: string | undefined;
  /** A code of ISO 4217, in either case; stored upper-case */
  currency?: string | undefined;
  locale?: "en" | "de" | "fr" | "es" | null | undefined;
  /** Fields of the store’s own, replaced as a whole: up to 50, together at most 8192 bytes of JSON, with names that begin with `public.` */
  metadata?: Record<string, string | number | boolean | null> | undefined;
}

export interface UpdateCartInput {
  /** UUID */
  cartId: string;
  body: UpdateCartBody;
}

export interface UpdateCategoryBody {
  name?: string | undefined;
  slug?: string | undefined;
  /** UUID */
  parentId?: string | null | undefined;
  /** Place among the children of one parent, from 0; a position past the last one means the end */
  position?: number | undefined;
  description?: string | null | undefined;
  seoTitle?: string | null | undefined;
  seoDescription?: string | null | undefined;
  /** Fields of the store’s own, replaced as a whole: up to 50, together at most 8192 bytes of JSON. The storefront sees those whose names begin with `public.` */
  metadata?: Record<string, string | number | boolean | null> | undefined;
}

export interface UpdateCategoryInput {
  /** UUID */
  id: string;
  body: UpdateCategoryBody;
}

export interface UpdateCustomerBody {
  name?: string | null | undefined;
  phone?: string | null | undefined;
  vatNumber?: string | null | undefined;
  isB2b?: boolean | undefined;
  taxExempt?: boolean | undefined;
  /** The group whose prices the customer gets; null: none. Open carts follow at their next reading */
  customerGroupId?: string | null | undefined;
  acceptsMarketing?: boolean | undefined;
  /** Fields of the store’s own, replaced as a whole: up to 50, together at most 8192 bytes of JSON. The storefront sees those whose names begin with `public.` */
  metadata?: Record<string, string | number | boolean | null> | undefined;
}

export interface UpdateCustomerInput {
  /** UUID */
  id: string;
  body: UpdateCustomerBody;
}

export interface UpdateCustomerGroupBody {
  name?: string | undefined;
  /** Whether its customers see and pay prices with tax in them (true), or net prices to which their carts add the tax (false); null: as the store’s. The amounts of price lists for the group are in these terms; other prices and shipping are converted with the rate of the store’s country */
  pricesIncludeTax?: boolean | null | undefined;
}

export interface UpdateCustomerGroupInput {
  /** UUID */
  id: string;
  body: UpdateCustomerGroupBody;
}

export interface UpdateDiscountBody {
  /** The code that shoppers enter; case doesn’t matter, it is stored upper-case */
  code?: string | undefined;
  /** 1000 is 10 % */
  basisPoints?: number | undefined;
  /** Minor units (cents) */
  amount?: number | undefined;
  /** The currency of `amount`, `minimumAmount` and `tiers`: it applies to carts in this currency; null: the store’s */
  currency?: string | null | undefined;
  /** What shoppers see; null: the code */
  title?: string | null | undefined;
  /** It applies to every cart that meets its conditions, without a code */
  automatic?: boolean | undefined;
  /** It applies by codes that are generated for it, each for one order; `code` only names it */
  singleUseCodes?: boolean | undefined;
  /** For `tiers`, ascending: the highest that is reached applies */
  tiers?: {
    /** Minimum price of the goods, before discounts, in minor units */
    from: number;
    /** 1000 is 10 % */
    basisPoints: number;
  }[] | undefined;
  /** For `buy_x_get_y`: the number of units at full price */
  buyQuantity?: number | null | undefined;
  /** For `buy_x_get_y`: how many more units, the cheapest, are reduced by `basisPoints` (10000 by default) */
  getQuantity?: number | null | undefined;
  /** For `gift`: the variant that it adds to the cart for nothing */
  giftVariantId?: string | null | undefined;
  /** For `gift`: how many units of it (1 by default) */
  giftQuantity?: number | null | undefined;
  /** The largest is applied first, and among equal ones that of the cart’s code */
  priority?: number | undefined;
  /** false: it applies only where no other does before it, and none is applied after it */
  combinable?: boolean | undefined;
  /** Minimum price of the goods that it is about, before discounts, in minor units */
  minimumAmount?: number | null | undefined;
  /** Minimum number of units of them */
  minimumQuantity?: number | null | undefined;
  /** Products that it is about; with `categoryIds` empty too: all */
  productIds?: string[] | undefined;
  /** Categories that it is about, with those below them */
  categoryIds?: string[] | undefined;
  /** Customer groups that it is for; empty: all customers */
  customerGroupIds?: string[] | undefined;
  /** Only for the first order of a customer who is signed in; a cancelled order doesn’t count */
  firstOrder?: boolean | undefined;
  /** Each customer may use it once, and is signed in for it */
  oncePerCustomer?: boolean | undefined;
  active?: boolean | undefined;
  /** ISO 8601 */
  startsAt?: string | null | undefined;
  /** ISO 8601 */
  endsAt?: string | null | undefined;
  /** Orders; null: no limit */
  usageLimit?: number | null | undefined;
}

export interface UpdateDiscountInput {
  /** UUID */
  id: string;
  body: UpdateDiscountBody;
}

export interface UpdateDraftOrderBody {
  /** The customer, whose prices and taxes apply; null: a guest */
  customerId?: string | null | undefined;
  /** Receives the order’s messages; the customer’s address until one is set */
  email?: string | null | undefined;
  locale?: "en" | "de" | "fr" | "es" | null | undefined;
  /** All lines, each variant once */
  lines?: {
    /** UUID */
    variantId: string;
    quantity: number;
    /** The price of a unit, in the terms of `pricesIncludeTax`, in place of the catalogue’s; null: the price of the catalogue */
    unitAmountByHand?: number | null | undefined;
  }[] | undefined;
  shippingAddress?: {
    /** Full name of the recipient */
    name: string;
    company?: string | null | undefined;
    line1: string;
    line2?: string | null | undefined;
    city: string;
    postalCode: string;
    region?: string | null | undefined;
    /** An assigned code of ISO 3166-1 alpha-2, in either case (the United Kingdom is GB); stored upper-case */
    country: string;
    phone?: string | null | undefined;
  } | null | undefined;
  billingAddress?: {
    /** Full name of the recipient */
    name: string;
    company?: string | null | undefined;
    line1: string;
    line2?: string | null | undefined;
    city: string;
    postalCode: string;
    region?: string | null | undefined;
    /** An assigned code of ISO 3166-1 alpha-2, in either case (the United Kingdom is GB); stored upper-case */
    country: string;
    phone?: string | null | undefined;
    /** The number under which a public buyer in Germany takes invoices, such as 991-12345-06: buyer reference and electronic address of an XRechnung */
    leitwegId?: string | null | undefined;
  } | null | undefined;
  /** One that GET …/shipping-options lists. It takes the place of `shippingByHand` */
  shippingOptionId?: string | null | undefined;
  /** In place of an option that the store offers. The amount is in the terms of `pricesIncludeTax` */
  shippingByHand?: {
    name: string;
    /** Minor units (cents) */
    amount: number;
  } | null | undefined;
  discountCode?: string | null | undefined;
  /** true: no discount gives a gift */
  declinesGifts?: boolean | undefined;
  /** For operators; it goes into the history of the order */
  note?: string | null | undefined;
  /** Fields of the store’s own, replaced as a whole: up to 50, together at most 8192 bytes of JSON. The storefront sees those whose names begin with `public.` */
  metadata?: Record<string, string | number | boolean | null> | undefined;
}

export interface UpdateDraftOrderInput {
  /** UUID */
  id: string;
  body: UpdateDraftOrderBody;
}

export interface UpdateOrderBody {
  /** Fields of the store’s own, replaced as a whole: up to 50, together at most 8192 bytes of JSON. The storefront sees those whose names begin with `public.` */
  metadata?: Record<string, string | number | boolean | null> | undefined;
  tags?: string[] | undefined;
  shippingAddress?: {
    /** Full name of the recipient */
    name: string;
    company?: string | null | undefined;
    line1: string;
    line2?: string | null | undefined;
    city: string;
    postalCode: string;
    region?: string | null | undefined;
    /** An assigned code of ISO 3166-1 alpha-2, in either case (the United Kingdom is GB); stored upper-case */
    country: string;
    phone?: string | null | undefined;
  } | undefined;
  billingAddress?: {
    /** Full name of the recipient */
    name: string;
    company?: string | null | undefined;
    line1: string;
    line2?: string | null | undefined;
    city: string;
    postalCode: string;
    region?: string | null | undefined;
    /** An assigned code of ISO 3166-1 alpha-2, in either case (the United Kingdom is GB); stored upper-case */
    country: string;
    phone?: string | null | undefined;
    /** The number under which a public buyer in Germany takes invoices, such as 991-12345-06: buyer reference and electronic address of an XRechnung */
    leitwegId?: string | null | undefined;
  } | undefined;
}

export interface UpdateOrderInput {
  /** UUID */
  id: string;
  body: UpdateOrderBody;
}

export interface UpdateOwnProfileBody {
  name?: string | null | undefined;
  phone?: string | null | undefined;
  vatNumber?: string | null | undefined;
  acceptsMarketing?: boolean | undefined;
}

export interface UpdateOwnProfileInput {
  body: UpdateOwnProfileBody;
}

export interface UpdatePaymentAccountBody {
  name?: string | undefined;
  active?: boolean | undefined;
  /** Its place among the accounts, from 0; a position past the last one means the end. Shoppers see the active ones in this order, and without a choice the first that fits is taken */
  position?: number | undefined;
  /** The name that shoppers see, by language. Missing ones: that of the store’s language, then that of `defaultNames` */
  names?: {
    en?: string | undefined;
    de?: string | undefined;
    fr?: string | undefined;
    es?: string | undefined;
  } | undefined;
  /** The countries of buyers: that of the billing address, else that of the shipping address, else the store’s. Empty: everywhere */
  countries?: string[] | undefined;
  /** Currencies that it takes, each with the minimum and maximum total of an order, both included; null: no limit. Empty: every currency and total */
  currencies?: {
    /** A code of ISO 4217, in either case; stored upper-case */
    currency: string;
    /** Minor units (cents) */
    minimum?: number | null | undefined;
    /** Minor units (cents) */
    maximum?: number | null | undefined;
  }[] | undefined;
  /** The provider’s key for pages; the payment methods of a cart show it */
  publishableKey?: string | undefined;
  /** For `manual`: the instructions for the shopper, such as the number of a bank account. The payment methods of a cart show it */
  instructions?: string | undefined;
  /** For `manual`: the instructions by the shopper’s language. Missing ones: `instructions` */
  instructionsByLocale?: {
    en?: string | undefined;
    de?: string | undefined;
    fr?: string | undefined;
    es?: string | undefined;
  } | undefined;
  /** For `manual`: for how many days an unpaid order waits, and holds its stock; 14 when absent */
  dueDays?: number | undefined;
  /** The provider’s secret key. It is checked at once, stored encrypted, and never shown */
  secretKey?: string | undefined;
  /** The secret of the provider’s callback signatures (`whsec_…`). Stored encrypted, and never shown. The provider gives it for the address of `callbackPath` */
  webhookSecret?: string | undefined;
  /** How long the former webhook secret is accepted too; 24 when absent */
  overlapHours?: number | undefined;
}

export interface UpdatePaymentAccountInput {
  /** UUID */
  id: string;
  body: UpdatePaymentAccountBody;
}

export interface UpdatePriceListBody {
  /** Shoppers see it where a cart says which list a price came from */
  name?: string | undefined;
  /** The customer group that it is for; null: all customers */
  customerGroupId?: string | null | undefined;
  active?: boolean | undefined;
  /** ISO 8601 */
  startsAt?: string | null | undefined;
  /** ISO 8601 */
  endsAt?: string | null | undefined;
}

export interface UpdatePriceListInput {
  /** UUID */
  id: string;
  body: UpdatePriceListBody;
}

export interface UpdateProductBody {
  title?: string | undefined;
  slug?: string | undefined;
  description?: string | null | undefined;
  status?: "draft" | "published" | undefined;
  /** `standard`, `reduced`, `zero` (taxed at zero), `exempt` (the law exempts it), or one of the tax settings */
  taxClass?: string | undefined;
  categoryIds?: string[] | undefined;
  images?: {
    url: string;
    alt?: string | null | undefined;
  }[] | undefined;
  /** Fields of the store’s own, replaced as a whole: up to 50, together at most 8192 bytes of JSON. The storefront sees those whose names begin with `public.` */
  metadata?: Record<string, string | number | boolean | null> | undefined;
}

export interface UpdateProductInput {
  /** UUID */
  productId: string;
  body: UpdateProductBody;
}

export interface UpdateSubscriptionBody {
  /** `push`: sent to the URL. `pull`: waits until the subscriber claims it. `amqp`: published to RabbitMQ, at `amqps://host/vhost`. `sqs`: sent to the queue of Amazon SQS that the URL names. `eventbridge`: put on a bus of Amazon EventBridge, by the endpoint of its region that the URL names. `pubsub`: published to the topic of Google Pub/Sub that the URL names. `kafka`: produced to a topic of Kafka, at `kafkas://host:port` */
  kind?: "push" | "pull" | "amqp" | "sqs" | "eventbridge" | "pubsub" | "kafka" | undefined;
  url?: string | undefined;
  /** For `amqp` subscriptions only, which must have it */
  amqp?: {
    /** Empty: the default exchange, where the routing key is a queue’s name */
    exchange?: string | undefined;
    /** Null: the name of the event */
    routingKey?: string | null | undefined;
    username: string;
    /** Stored encrypted, and never returned. Absent: the known one stays, unless the URL changes */
    password?: string | undefined;
  } | undefined;
  /** For `sqs` subscriptions only, which must have it */
  sqs?: {
    /** Such as `eu-central-1` */
    region: string;
    /** Of a user with the permission `sqs:SendMessage` alone */
    accessKeyId: string;
    /** Stored encrypted, and never returned. Absent: the known one stays, unless the URL changes */
    secretAccessKey?: string | undefined;
  } | undefined;
  /** For `eventbridge` subscriptions only, which must have it */
  eventbridge?: {
    /** Such as `eu-central-1` */
    region: string;
    /** Of a user with the permission `events:PutEvents` alone */
    accessKeyId: string;
    /** Name or ARN of the event bus; absent: `default` */
    bus?: string | undefined;
    /** `source` of the events, which rules and policies match by; absent: `commerce` */
    source?: string | undefined;
    /** Stored encrypted, and never returned. Absent: the known one stays, unless the URL changes */
    secretAccessKey?: string | undefined;
  } | undefined;
  /** For `pubsub` subscriptions only, which must have it */
  pubsub?: {
    /** `client_email` of the key file of a service account that may publish to the topic, and nothing else */
    clientEmail: string;
    /** `private_key_id` of that file */
    privateKeyId: string;
    /** `private_key` of that file, PEM. Stored encrypted, and never returned. Absent: the known one stays, unless the URL changes */
    privateKey?: string | undefined;
  } | undefined;
  /** For `kafka` subscriptions only, which must have it */
  kafka?: {
    topic: string;
    /** The SASL mechanism */
    mechanism: "plain" | "scram-sha-256" | "scram-sha-512";
    /** Of a user that may write to the topic, and nothing else */
    username: string;
    /** Stored encrypted, and never returned. Absent: the known one stays, unless the URL changes */
    password?: string | undefined;
  } | undefined;
  events?: ("order.created" | "order.paid" | "order.shipped" | "order.cancelled" | "order.refunded" | "order.partially_refunded" | "order.shipment_created" | "order.completed" | "order.updated" | "order.ready_for_pickup" | "order.note_added" | "checkout.started" | "cart.abandoned" | "payment.authorized" | "payment.captured" | "payment.failed" | "payment.voided" | "dispute.opened" | "dispute.closed" | "refund.failed" | "credit_note.created" | "refund.issued" | "return.requested" | "return.approved" | "return.rejected" | "return.received" | "return.refunded" | "return.exchanged" | "product.created" | "product.updated" | "product.deleted" | "product.published" | "product.unpublished" | "variant.created" | "variant.updated" | "variant.deleted" | "inventory.changed" | "inventory.low" | "inventory.sold_out" | "inventory.restocked" | "category.created" | "category.updated" | "category.deleted" | "price_list.created" | "price_list.updated" | "price_list.deleted" | "discount.used_up" | "customer.created" | "customer.updated" | "customer.erased" | "import.completed" | "webhook.endpoint_failing" | "webhook.endpoint_paused" | "webhook.endpoint_recovered" | "webhook.delivery_exhausted" | "order.*" | "checkout.*" | "cart.*" | "payment.*" | "dispute.*" | "refund.*" | "credit_note.*" | "return.*" | "product.*" | "variant.*" | "inventory.*" | "category.*" | "price_list.*" | "discount.*" | "customer.*" | "import.*" | "webhook.*" | "*")[] | undefined;
  /** `thin`: ids and states, as the catalogue says. `full`: also `data.object`, the resource as this API presents it at the commit of the change, `data.changes` and `data.actor`. Above 64 kB it is thin, and `data.objectOmitted` says so. Full payloads need the permission to read what the events are about; a portal session can’t choose them */
  payload?: "thin" | "full" | undefined;
  /** Only events that match it become deliveries; null: all. At most 16 conditions, 5 deep, 4096 bytes of JSON. It reads the full payload, whatever `payload` says; conditions on more than `event` and the members of the catalogue need the permission to read the events’ resources, which a portal session doesn’t have. Refused if it can’t match any of the `events` */
  filter?: WebhookFilter | null | undefined;
  /** The version of the Admin API in which full payloads present resources. A new subscription has the newest one, and keeps it until it is changed */
  apiVersion?: "v1" | undefined;
  /** What is sent to the URL; other kinds than `push` have the envelope. `slack`, `teams` and `discord`: a message for people, with what the payload says (of a full one the number, the buyer and sums) and a link to the console. `cloudevents`: CloudEvents 1.0 in structured mode */
  format?: "envelope" | "slack" | "teams" | "discord" | "cloudevents" | undefined;
  /** Language of a message for people: German for `de`, else English, with sums as that language writes them. The store’s when the format is chosen */
  locale?: "en" | "de" | "fr" | "es" | undefined;
  active?: boolean | undefined;
  description?: string | null | undefined;
  /** The subscriber it belongs to, such as a customer number: a portal session of this label sees it */
  label?: string | null | undefined;
  /** Sent with every delivery, such as a gateway’s key. Stored encrypted; responses show only their names. Names that the service sets itself are reserved. */
  headers?: Record<string, string> | null | undefined;
  /** Credentials that the endpoint requires beside the signature. For push subscriptions only. Stored encrypted; responses show no secret of it */
  auth?: {
    /** `basic`: user name and password. `bearer`: a fixed token. `oauth2`: a token by client credentials. `mtls`: a client certificate */
    kind: "basic" | "bearer" | "oauth2" | "mtls";
    /** For `basic` */
    username?: string | undefined;
    /** For `oauth2`: the token endpoint. It is checked like the URL of a subscription */
    tokenUrl?: string | undefined;
    /** For `oauth2` */
    clientId?: string | undefined;
    /** For `oauth2`: how the client identifies itself to the token server */
    method?: "client_secret_basic" | "client_secret_post" | "private_key_jwt" | undefined;
    /** For `private_key_jwt`: the `kid` of the assertion */
    keyId?: string | undefined;
    /** For `oauth2`: separated by spaces */
    scope?: string | undefined;
    /** For `oauth2`: for token servers that require it */
    audience?: string | undefined;
    /** For `basic` */
    password?: string | undefined;
    /** For `bearer` */
    token?: string | undefined;
    /** For `oauth2`; or `privateKey` */
    clientSecret?: string | undefined;
    /** For `mtls`, or for `oauth2` in place of `clientSecret`: PEM, not encrypted */
    privateKey?: string | undefined;
    /** For `mtls`: PEM, with the certificates that lead to its root */
    certificate?: string | undefined;
  } | null | undefined;
  /** If a failed response has a `Retry-After` that is later than the retry table says, it sets the next retry, up to 24 hours */
  honourRetryAfter?: boolean | undefined;
  /** A 410 response, or five days of failures only, pauses the subscription and notifies the operators */
  autoPause?: boolean | undefined;
  /** Maximum number of requests at once, from all workers together */
  maxConcurrency?: number | null | undefined;
  /** Maximum number of requests per second, from all workers together. Not for pull subscriptions */
  maxPerSecond?: number | null | undefined;
  /** Events of one resource (an order with its refunds, a product with its variants) are sent in sequence: the next one only after the one before is delivered or exhausted */
  ordered?: boolean | undefined;
  /** `hmac`: by the subscription’s secret. `ed25519`: the store’s key pair signs too, so that a receiver needs no secret */
  signature?: "hmac" | "ed25519" | undefined;
  /** Seconds from now; a pull subscription is paused then. For pull subscriptions only */
  expiresIn?: number | null | undefined;
  /** Fields of the store’s own, replaced as a whole: up to 50, together at most 8192 bytes of JSON. The storefront sees those whose names begin with `public.` */
  metadata?: Record<string, string | number | boolean | null> | undefined;
}

export interface UpdateSubscriptionInput {
  /** UUID */
  id: string;
  body: UpdateSubscriptionBody;
}

export interface UpdateUserBody {
  role?: "owner" | "manager" | "support" | "viewer" | undefined;
  name?: string | null | undefined;
  disabled?: boolean | undefined;
}

export interface UpdateUserInput {
  /** UUID */
  id: string;
  body: UpdateUserBody;
}

export interface UpdateVariantBody {
  sku?: string | undefined;
  /** Minor units (cents) */
  priceAmount?: number | undefined;
  title?: string | null | undefined;
  /** Free-form names and values, such as `{ "Size": "M" }` */
  options?: Record<string, string> | undefined;
  /** Three letters; stored upper-case. Carts are in currencies of ISO 4217, so a variant with another code isn’t sold */
  currency?: string | undefined;
  /** Minor units (cents) */
  compareAtAmount?: number | null | undefined;
  stockQuantity?: number | undefined;
  allowBackorder?: boolean | undefined;
  /** `inventory.low` fires when this number or fewer are available; null: never */
  lowStockThreshold?: number | null | undefined;
  /** false: a voucher, a download, a service. It is fulfilled when the order is paid, and nothing is shipped. Default: true */
  requiresShipping?: boolean | undefined;
  /** Such as `bulky` or `cooled`: only shipping options that name it in their `profiles` take the variant; null: all do */
  shippingProfile?: string | null | undefined;
  /** Where it isn’t that of the product; null: the product’s `taxClass` */
  taxClass?: string | null | undefined;
  weightGrams?: number | null | undefined;
  lengthMm?: number | null | undefined;
  widthMm?: number | null | undefined;
  heightMm?: number | null | undefined;
  /** Its content in `contentUnit`, such as 750 with `ml`. With both, the storefront has the unit price; null: it isn’t sold by measure */
  contentAmount?: number | null | undefined;
  contentUnit?: "mg" | "g" | "kg" | "ml" | "cl" | "l" | "mm" | "cm" | "m" | "cm2" | "m2" | "m3" | null | undefined;
  /** The amount of `contentUnit` that the unit price is for, such as 100 with `g`; null: 1 kg, 1 l, 1 m, 1 m² or 1 m³, as EU law has it */
  referenceAmount?: number | null | undefined;
  position?: number | undefined;
  /** Fields of the store’s own, replaced as a whole: up to 50, together at most 8192 bytes of JSON. The storefront sees those whose names begin with `public.` */
  metadata?: Record<string, string | number | boolean | null> | undefined;
}

export interface UpdateVariantInput {
  /** UUID */
  productId: string;
  /** UUID */
  variantId: string;
  body: UpdateVariantBody;
}

export interface UploadPictureInput {
  /** Sent as it is. */
  body: Upload;
  contentType: "multipart/form-data" | "image/avif" | "image/gif" | "image/png" | "image/webp" | "image/jpeg";
}

export interface VerifyCustomerEmailBody {
  /** Single-use, from the message */
  token: string;
}

export interface VerifyCustomerEmailInput {
  body: VerifyCustomerEmailBody;
}

export interface VerifyStoreHostInput {
  /** One of `storeHosts` */
  host: string;
}

export interface WithdrawCartOrderInput {
  /** UUID */
  cartId: string;
}

export interface WithdrawInvitationInput {
  /** UUID */
  id: string;
}

export interface WithdrawOwnOrderInput {
  /** UUID */
  id: string;
}

export interface AdminClient {
  /**
   * Become an operator.
   *
   * The token of the invitation works once. Log in with the password afterwards.
   *
   * `POST /admin/v1/auth/accept-invitation`.
   */
  acceptInvitation(input: AcceptInvitationInput, options?: CallOptions): Promise<User>;
  /**
   * Acknowledge an order’s attention flag.
   *
   * Records that an operator has looked at what `attention` names, and the reason why the order may go on. `attention` is the next reason afterwards, or null; the figures and the reason are kept in the history and in the audit log. An order whose payment didn’t match can then be shipped, and so can the exchanges of one whose money went back (`exchange_unpaid`).
   *
   * `POST /admin/v1/orders/{id}/acknowledge`. Permission `orders:write`.
   */
  acknowledgeOrder(input: AcknowledgeOrderInput, options?: CallOptions): Promise<Order>;
  /**
   * Add a note to an order.
   *
   * Keeps a text for other operators in the history of the order, with its author and time. Shoppers don’t see it, and it is removed with the buyer’s personal data. Records `order.note_added`.
   *
   * `POST /admin/v1/orders/{id}/notes`. Permission `orders:write`.
   */
  addOrderNote(input: AddOrderNoteInput, options?: CallOptions): Promise<Order>;
  /**
   * Adjust the stock of a variant.
   *
   * Adds `delta`, which may be negative, to the current quantity, so that concurrent adjustments all count. To set the quantity, update the variant’s `stockQuantity`. Refused if the quantity would fall below 0, or below what is reserved if backorders aren’t allowed. Writes a stock movement and records `product.updated` in the same commit.
   *
   * `POST /admin/v1/products/{productId}/variants/{variantId}/stock/adjustments`. Permission `catalog:write`.
   */
  adjustStock(input: AdjustStockInput, options?: CallOptions): Promise<Stock>;
  /**
   * Approve a requested return.
   *
   * The customer may send the goods. `note` is for the customer, such as where to send them.
   *
   * `POST /admin/v1/returns/{id}/approve`. Permission `orders:write`.
   */
  approveReturn(input: ApproveReturnInput, options?: CallOptions): Promise<Return>;
  /**
   * Begin a second factor.
   *
   * A new secret for an authenticator app (TOTP, RFC 6238: SHA-1, 6 digits, 30 seconds). It becomes active once a code confirms it; until then the former factor stays.
   *
   * `POST /admin/v1/auth/second-factor`.
   */
  beginSecondFactor(input: BeginSecondFactorInput, options?: CallOptions): Promise<BeginSecondFactorResponse>;
  /**
   * Cancel a label.
   *
   * At the carrier, which gives its price back where the label wasn’t used. A label that is only `requested` is requested once more first, because the carrier may have made it. A shipment that left with it stays, without a tracking number. Cancelled again, nothing changes.
   *
   * `POST /admin/v1/labels/{id}/cancel`. Permission `orders:write`.
   */
  cancelLabel(input: CancelLabelInput, options?: CallOptions): Promise<CancelLabelResponse>;
  /**
   * Cancel an order.
   *
   * Only a pending or paid order can be cancelled. Goods that aren’t shipped are for sale again. Money that was paid is kept until it is refunded.
   *
   * `POST /admin/v1/orders/{id}/cancel`. Permission `orders:write`.
   */
  cancelOrder(input: CancelOrderInput, options?: CallOptions): Promise<Order>;
  /**
   * Cancel a recovery.
   *
   * Deliveries that it has already made due are still sent. A recovery that has ended is refused.
   *
   * `POST /admin/v1/webhooks/recoveries/{id}/cancel`. Permission `webhooks:write`.
   */
  cancelRecovery(input: CancelRecoveryInput, options?: CallOptions): Promise<Recovery>;
  /**
   * Capture an authorised payment.
   *
   * Whole, or in parts where the provider can: with `isFinal: false` the rest stays authorised, until `expiresAt`. The order becomes paid with the first capture. What isn’t captured with the last one is given back to the shopper. The same capture twice is one: the provider is asked under the same key.
   *
   * `POST /admin/v1/payments/{id}/capture`. Permission `orders:write`.
   */
  capturePayment(input: CapturePaymentInput, options?: CallOptions): Promise<Payment>;
  /**
   * Change my password as an operator.
   *
   * Ends every session of the operator, including this one: log in with the new password.
   *
   * `POST /admin/v1/auth/password`.
   */
  changeOperatorPassword(input: ChangeOperatorPasswordInput, options?: CallOptions): Promise<void>;
  /**
   * Remove units of a placed order.
   *
   * Removes units that haven’t left. The amount that was paid for them is refunded with a credit note (`refund.issued`). If the order isn’t paid, its buyer has less to pay: a new payment for the due amount, with the same account, replaces the open one, `removedTotal` is the amount by which the total is lower, and the credit note is issued with the invoice, when the order is paid. Refused with `order_not_payable` while a payment is being processed or only authorised, or if the order has ten payments, and with `quantity_exceeded` if nothing would be left of an unpaid order, which is cancelled instead, or if all that was paid would be refunded while other units are left. Shipping and discounts aren’t computed again.
   *
   * `POST /admin/v1/orders/{id}/changes`. Permission `orders:write`.
   */
  changeOrder(input: ChangeOrderInput, options?: CallOptions): Promise<Order>;
  /**
   * Claim due deliveries of a pull subscription.
   *
   * Returns what a push would send, byte for byte: `body` in UTF-8, and the headers with its signatures. Each claim opens an attempt and holds the delivery until `leaseUntil`; no other claim gets it before. Report the outcome by `…/outcomes`. Without a report the attempt is `unknown`, and the delivery is due again. If nothing is due, the response waits up to `waitSeconds`. 429 if too many claims wait already: 20 of a store, and a limit of the process.
   *
   * `POST /admin/v1/webhooks/subscriptions/{id}/claims`. Permission `webhooks:write`.
   */
  claimDeliveries(input: ClaimDeliveriesInput, options?: CallOptions): Promise<ClaimDeliveriesResponse>;
  /**
   * Confirm a second factor.
   *
   * From now on a login needs a code, or one of the ten recovery codes of this response, each of which works once. Former codes stop working.
   *
   * `POST /admin/v1/auth/second-factor/confirm`.
   */
  confirmSecondFactor(input: ConfirmSecondFactorInput, options?: CallOptions): Promise<ConfirmSecondFactorResponse>;
  /**
   * Create an API key.
   *
   * For programs: send it as `Authorization: Bearer sk_…` to any Admin API operation. It has the permissions listed here, never more than its creator, and is revoked when they are disabled or revoked. The key is only in this response, not even in a repetition by its Idempotency-Key: if it is lost, revoke it and create another.
   *
   * `POST /admin/v1/api-keys`. Permission `users:write`.
   */
  createApiKey(input: CreateApiKeyInput, options?: CallOptions): Promise<CreateApiKeyResponse>;
  /**
   * Create a category.
   *
   * The slug is made from the name when absent. Without a position it becomes the last child of its parent; without a parent it is at the root.
   *
   * `POST /admin/v1/categories`. Permission `catalog:write`.
   */
  createCategory(input: CreateCategoryInput, options?: CallOptions): Promise<Category>;
  /**
   * Create a customer.
   *
   * An e-mail is unique in the store, without regard to case. Without a password the customer sets one by a reset. A VAT number is checked with VIES after the response.
   *
   * `POST /admin/v1/customers`. Permission `customers:write`.
   */
  createCustomer(input: CreateCustomerInput, options?: CallOptions): Promise<Customer>;
  /**
   * Add an address to a customer.
   *
   * The fields and limits of a shipping address.
   *
   * `POST /admin/v1/customers/{id}/addresses`. Permission `customers:write`.
   */
  createCustomerAddress(input: CreateCustomerAddressInput, options?: CallOptions): Promise<CustomerAddress>;
  /**
   * Create a customer group.
   *
   * Customers who buy at prices of their own: a price list may be for one group. A customer belongs to one group at most, set as `customerGroupId` of the customer. A name is unique in the store.
   *
   * `POST /admin/v1/customer-groups`. Permission `customers:write`.
   */
  createCustomerGroup(input: CreateCustomerGroupInput, options?: CallOptions): Promise<CustomerGroup>;
  /**
   * Create a discount.
   *
   * `percentage` needs `basisPoints`, `amount` needs `amount`, in the store’s currency unless `currency` names another, `free_shipping` neither, `tiers` needs `tiers`, `buy_x_get_y` needs `buyQuantity` and `getQuantity`, and `gift` needs `giftVariantId`. It applies to carts with its code, or, if `automatic`, to all carts, provided that its conditions are met. Several are applied in the order of their priorities, each to what the ones before have left. At most 50 automatic ones are active. It applies from `startsAt` until before `endsAt`. `usageLimit` is never exceeded, however many shoppers check out at once.
   *
   * `POST /admin/v1/discounts`. Permission `catalog:write`.
   */
  createDiscount(input: CreateDiscountInput, options?: CallOptions): Promise<Discount>;
  /**
   * Create a draft order.
   *
   * An order that an operator composes, priced and taxed at each reading like a cart, at the prices of its customer. Prices by hand stand in place of those of the catalogue. It holds no stock, shoppers don’t see it, and it doesn’t expire. A store has up to 500.
   *
   * `POST /admin/v1/draft-orders`. Permission `orders:write`.
   */
  createDraftOrder(input?: CreateDraftOrderInput, options?: CallOptions): Promise<DraftOrder>;
  /**
   * Get the label of a carrier for an order or a part of it.
   *
   * For a carrier of a module that makes labels. Without `lines` it is for everything that is left to ship and has no label. Send the `id` of the label as `labelId` of `POST /admin/v1/orders/{id}/ship` when the parcel leaves. The carrier is asked for 20 seconds at most, under the same key however often: when it doesn’t respond, the response is 503 `dependency_unavailable`, and the same request gets the same label, which is paid once. A carrier that refuses (`label_refused`) leaves no label. Meanwhile the shipping address can’t be changed.
   *
   * `POST /admin/v1/orders/{id}/labels`. Permission `orders:write`.
   */
  createLabel(input: CreateLabelInput, options?: CallOptions): Promise<CancelLabelResponse>;
  /**
   * Add a payment account.
   *
   * An account of the store’s own at a payment provider. The provider is asked whether `secretKey` works, for 10 seconds at most; when it doesn’t respond, the response is 503 `dependency_unavailable`, which names the host where that is known, and nothing is written. Then register `callbackPath` at the provider, set the `webhookSecret` that it gives, and set `active`. Until one is active payments are made with the deployment’s account. An account without callbacks (`manual`), or with its `webhookSecret`, can be `active` at once. A new account is the last one; 20 may be active.
   *
   * `POST /admin/v1/payment-accounts`. Permission `settings:write`.
   */
  createPaymentAccount(input: CreatePaymentAccountInput, options?: CallOptions): Promise<PaymentAccount>;
  /**
   * Open the portal for a subscriber.
   *
   * Returns the address of the portal for one subscriber: it sees the subscriptions that are named, or those with the label, and nothing else of the store. The token stands behind the `#`, where no server and no log sees it, and only in this response. Send it to the subscriber’s browser at once; it works until it expires or is expired.
   *
   * `POST /admin/v1/webhooks/portal-sessions`. Permission `webhooks:write`.
   */
  createPortalSession(input: CreatePortalSessionInput, options?: CallOptions): Promise<CreatePortalSessionResponse>;
  /**
   * Create a price list.
   *
   * Of the prices that apply to the shopper, the cart’s currency, the quantity and the moment, the lowest is charged; the base price of the variant is one of them where it is in that currency. A list applies from `startsAt` until before `endsAt`. Its amounts are with or without tax as the store’s prices are, and those of a list for a group as `pricesIncludeTax` of the group says; the lowest is found in the terms of the buyer. A store has at most 100 lists.
   *
   * `POST /admin/v1/price-lists`. Permission `catalog:write`.
   */
  createPriceList(input: CreatePriceListInput, options?: CallOptions): Promise<PriceList>;
  /**
   * Create a product with its variants.
   *
   * The slug is made from the title when absent. A SKU is unique in the store. An image is the address of a picture that was uploaded (`POST /admin/v1/pictures`), or any other: those the service doesn’t fetch, and knows neither width nor height nor `srcset` of. Not found is an address of this service where the store has no picture. Records `product.created` in the same transaction.
   *
   * `POST /admin/v1/products`. Permission `catalog:write`.
   */
  createProduct(input: CreateProductInput, options?: CallOptions): Promise<Product>;
  /**
   * Resend deliveries of a time range.
   *
   * Makes every failed or exhausted delivery of the range due again, under the same id and without resetting its attempts. The worker does it in the background, and a restart doesn’t lose it. With `missing` it sends instead the events of the range that have no delivery because the subscription was paused or did not list them yet; events are kept 30 days. With `deliveryIds` it sends those, as far as they failed, instead of a range. With `status: "delivered"` it sends what was delivered: a receiver may have lost it. `dryRun` only counts.
   *
   * `POST /admin/v1/webhooks/recoveries`. Permission `webhooks:write`.
   */
  createRecovery(input: CreateRecoveryInput, options?: CallOptions): Promise<Recovery>;
  /**
   * Take a return.
   *
   * For units that were shipped and aren’t in another return. An operator’s return needs no approval. The order’s status stays.
   *
   * `POST /admin/v1/orders/{id}/returns`. Permission `orders:write`.
   */
  createReturn(input: CreateReturnInput, options?: CallOptions): Promise<Return>;
  /**
   * Create a webhook subscription.
   *
   * From now on, events of this store are sent to the URL. The signing secret is only in this response, not even in a repetition by its Idempotency-Key: if it is lost, rotate it. The URL is refused if it is not HTTPS, contains credentials, or its host resolves to an address that is not public. A store has at most as many subscriptions as the deployment allows, 100 by default. `warnings` names other subscriptions that send to the same URL: its receiver gets an event from each that lists it.
   *
   * `POST /admin/v1/webhooks/subscriptions`. Permission `webhooks:write`.
   */
  createSubscription(input: CreateSubscriptionInput, options?: CallOptions): Promise<CreateSubscriptionResponse>;
  /**
   * Add a variant to a product.
   *
   * The currency defaults to the store’s, the position to the end. A SKU is unique in the store. Records `product.updated` in the same transaction.
   *
   * `POST /admin/v1/products/{productId}/variants`. Permission `catalog:write`.
   */
  createVariant(input: CreateVariantInput, options?: CallOptions): Promise<Variant>;
  /**
   * Delete a category.
   *
   * Its products stay and lose the category. Refused while it has subcategories.
   *
   * `DELETE /admin/v1/categories/{id}`. Permission `catalog:write`.
   */
  deleteCategory(input: DeleteCategoryInput, options?: CallOptions): Promise<void>;
  /**
   * Delete an address of a customer.
   *
   * Orders keep their own copy.
   *
   * `DELETE /admin/v1/customers/{id}/addresses/{addressId}`. Permission `customers:write`.
   */
  deleteCustomerAddress(input: DeleteCustomerAddressInput, options?: CallOptions): Promise<void>;
  /**
   * Delete a customer group.
   *
   * Refused while a customer belongs to it or a price list is for it.
   *
   * `DELETE /admin/v1/customer-groups/{id}`. Permission `customers:write`.
   */
  deleteCustomerGroup(input: DeleteCustomerGroupInput, options?: CallOptions): Promise<void>;
  /**
   * Delete a discount.
   *
   * Carts that have it show that it no longer applies; orders keep their discount.
   *
   * `DELETE /admin/v1/discounts/{id}`. Permission `catalog:write`.
   */
  deleteDiscount(input: DeleteDiscountInput, options?: CallOptions): Promise<void>;
  /**
   * Delete a draft order.
   *
   * It can’t be restored.
   *
   * `DELETE /admin/v1/draft-orders/{id}`. Permission `orders:write`.
   */
  deleteDraftOrder(input: DeleteDraftOrderInput, options?: CallOptions): Promise<void>;
  /**
   * Delete an order of the former shop.
   *
   * A file that has it brings it back.
   *
   * `DELETE /admin/v1/former-orders/{id}`. Permission `orders:write`.
   */
  deleteFormerOrder(input: DeleteFormerOrderInput, options?: CallOptions): Promise<void>;
  /**
   * Delete a payment account.
   *
   * Its secrets are deleted too. An account with payments can’t be deleted: set `active` to false.
   *
   * `DELETE /admin/v1/payment-accounts/{id}`. Permission `settings:write`.
   */
  deletePaymentAccount(input: DeletePaymentAccountInput, options?: CallOptions): Promise<void>;
  /**
   * Delete a price list with its prices.
   *
   * Carts fall back to the other prices; orders keep what was charged, and the name of the list.
   *
   * `DELETE /admin/v1/price-lists/{id}`. Permission `catalog:write`.
   */
  deletePriceList(input: DeletePriceListInput, options?: CallOptions): Promise<void>;
  /**
   * Delete a product and its variants.
   *
   * Cart lines with its variants are deleted too; orders keep their own copy. Records `product.deleted`.
   *
   * `DELETE /admin/v1/products/{productId}`. Permission `catalog:write`.
   */
  deleteProduct(input: DeleteProductInput, options?: CallOptions): Promise<void>;
  /**
   * Delete a redirect.
   *
   * Its address leads nowhere again.
   *
   * `DELETE /admin/v1/redirects/{id}`. Permission `settings:write`.
   */
  deleteRedirect(input: DeleteRedirectInput, options?: CallOptions): Promise<void>;
  /**
   * Delete a webhook subscription.
   *
   * Its whole delivery log is deleted with it, and nothing more is sent.
   *
   * `DELETE /admin/v1/webhooks/subscriptions/{id}`. Permission `webhooks:write`.
   */
  deleteSubscription(input: DeleteSubscriptionInput, options?: CallOptions): Promise<void>;
  /**
   * Delete a variant.
   *
   * Its stock movements and the cart lines with it are deleted too; orders keep their own copy. Records `product.updated`.
   *
   * `DELETE /admin/v1/products/{productId}/variants/{variantId}`. Permission `catalog:write`.
   */
  deleteVariant(input: DeleteVariantInput, options?: CallOptions): Promise<void>;
  /**
   * Disable a customer.
   *
   * Ends every session at once; no login and no reset until the customer is enabled again.
   *
   * `POST /admin/v1/customers/{id}/disable`. Permission `customers:write`.
   */
  disableCustomer(input: DisableCustomerInput, options?: CallOptions): Promise<Customer>;
  /**
   * Download an export.
   *
   * Until it expires. The audit log records each download.
   *
   * `GET /admin/v1/customers/{id}/exports/{exportId}/file`. Permission `customers:write`.
   */
  downloadCustomerExport(input: DownloadCustomerExportInput, options?: CallOptions): Promise<ReadableStream<Uint8Array>>;
  /**
   * Create a draft order from an order.
   *
   * A draft with the buyer, addresses, language and currency of an order. It is either a copy, with the lines whose variants still exist, at today’s prices; or an addition to the order, without lines, whose goods leave with the order’s: shipping costs nothing, each of the two orders contains the other’s id and number, and the addition has its own payment and invoice. Everything can be changed until it is placed. An addition is refused with `illegal_transition` if the order’s goods have left, or it was cancelled or refunded. If the buyer’s data were erased, the copy is a draft for a guest without a name.
   *
   * `POST /admin/v1/orders/{id}/draft-orders`. Permission `orders:write`.
   */
  draftFromOrder(input: DraftFromOrderInput, options?: CallOptions): Promise<DraftOrder>;
  /**
   * Enable a customer.
   *
   * Login and reset work again; sessions that were ended stay ended.
   *
   * `POST /admin/v1/customers/{id}/enable`. Permission `customers:write`.
   */
  enableCustomer(input: EnableCustomerInput, options?: CallOptions): Promise<Customer>;
  /**
   * End one of my sessions.
   *
   * Every token of it ends at once.
   *
   * `DELETE /admin/v1/auth/sessions/{id}`.
   */
  endOwnSession(input: EndOwnSessionInput, options?: CallOptions): Promise<void>;
  /**
   * Sign out everywhere.
   *
   * Ends all of my sessions, this one included.
   *
   * `POST /admin/v1/auth/sessions/end-all`.
   */
  endOwnSessions(input?: undefined, options?: CallOptions): Promise<void>;
  /**
   * Erase an order’s buyer.
   *
   * For good. Of an order with an account: that customer, as by `POST /admin/v1/customers/{id}/erasure`. Of a guest’s: this order, and all others that guests placed with its e-mail address; make sure that the request comes from the owner of that address. A minute later the worker removes the person everywhere, step by step.
   *
   * `POST /admin/v1/orders/{id}/erasure`. Permission `customers:write`.
   */
  eraseBuyer(input: EraseBuyerInput, options?: CallOptions): Promise<OrderErasure>;
  /**
   * Erase a customer.
   *
   * For good. The customer is signed out and disabled at once; a minute later the worker removes the person everywhere, step by step, and continues after a crash. Orders stay with their numbers, lines and amounts; those that have an invoice keep the name and address on it, without e-mail and phone. A customer without orders is deleted. Orders of a guest with the customer’s address count as theirs once that address is confirmed. Both the request and the end are in the audit log.
   *
   * `POST /admin/v1/customers/{id}/erasure`. Permission `customers:write`.
   */
  eraseCustomer(input: EraseCustomerInput, options?: CallOptions): Promise<CustomerErasure>;
  /**
   * Exchange what a return brought back.
   *
   * Places an order for the same buyer and address, whose lines cost what came back; its stock is reserved, and it is shipped like any other. Each names the other: `exchangeOrderId` of the return, `exchangeOf` of the order. Without a `unitAmount` nothing is due: the order is paid at once and has no payment. Dearer goods: the order is pending until the difference is paid, two weeks at most. Cheaper goods: the difference is refunded with a credit note, of the order whose money it is; for what an exchange had sent, that is the order before as far as it paid, and then the exchange itself. If the new order is cancelled, the return is received again. What was paid stays with the first order, and a later refund of exchanged goods is one of an amount there.
   *
   * `POST /admin/v1/returns/{id}/exchange`. Permission `orders:write`.
   */
  exchangeReturn(input: ExchangeReturnInput, options?: CallOptions): Promise<Return>;
  /**
   * Expire all portal sessions.
   *
   * Expires all sessions of the store; with `label`, those of one subscriber.
   *
   * `POST /admin/v1/webhooks/portal-sessions/expire-all`. Permission `webhooks:write`.
   */
  expireAllPortalSessions(input?: ExpireAllPortalSessionsInput, options?: CallOptions): Promise<ExpireAllPortalSessionsResponse>;
  /**
   * Expire a portal session.
   *
   * Its token stops working at once.
   *
   * `DELETE /admin/v1/webhooks/portal-sessions/{id}`. Permission `webhooks:write`.
   */
  expirePortalSession(input: ExpirePortalSessionInput, options?: CallOptions): Promise<void>;
  /**
   * Export customers.
   *
   * CSV, oldest first, with how many orders each has and the newest address. It has no erased customers. Texts that a spreadsheet would take for a formula begin with an apostrophe.
   *
   * `GET /admin/v1/customers/export`. Permission `customers:read`.
   */
  exportCustomers(input?: ExportCustomersInput, options?: CallOptions): Promise<ReadableStream<Uint8Array>>;
  /**
   * Export the generated codes of a discount.
   *
   * CSV, in the order of the codes.
   *
   * `GET /admin/v1/discounts/{id}/codes/export`. Permission `catalog:read`.
   */
  exportDiscountCodes(input: ExportDiscountCodesInput, options?: CallOptions): Promise<ReadableStream<Uint8Array>>;
  /**
   * Export each entry for bookkeeping.
   *
   * CSV, oldest first: each sale (`sale`, `exchange_sale`) and credit note (`credited`, `written_off`) with a row for each rate of tax, and each movement of money (`payment`, `refund`, `dispute`) with its payment account. Amounts are decimal numbers with a point, and negative where an entry is taken back. Texts that a spreadsheet would take for a formula begin with an apostrophe. The sums of its rows are what the reports show. An entry is on the day on which it was booked, by the time zone that the store had then, so a day that is over stays as it is. Up to 366 days.
   *
   * `GET /admin/v1/reports/export`. Permission `orders:read`.
   */
  exportMoney(input?: ExportMoneyInput, options?: CallOptions): Promise<ReadableStream<Uint8Array>>;
  /**
   * Export orders with their lines.
   *
   * CSV, oldest first, with a row for each line. The order’s own columns are in each of its rows, but its sums (`subtotal` to `refundedTotal`) only in the first, so that a column adds up. Amounts are decimal numbers with a point. Addresses are in columns such as `billingName` and `shippingPostalCode`. Texts that a spreadsheet would take for a formula begin with an apostrophe. `from` is the first moment, `to` the moment after the last.
   *
   * `GET /admin/v1/orders/export`. Permission `orders:read`.
   */
  exportOrders(input?: ExportOrdersInput, options?: CallOptions): Promise<ReadableStream<Uint8Array>>;
  /**
   * Export all products with their variants.
   *
   * A stream in the format that the import accepts. It omits products without a variant.
   *
   * `GET /admin/v1/products/export`. Permission `catalog:read`.
   */
  exportProducts(input?: ExportProductsInput, options?: CallOptions): Promise<ReadableStream<Uint8Array>>;
  /**
   * Generate codes of a discount.
   *
   * Random codes that begin with the discount’s own, each for one order: for a discount with `singleUseCodes`. A discount has at most 10,000 of them.
   *
   * `POST /admin/v1/discounts/{id}/codes`. Permission `catalog:write`.
   */
  generateDiscountCodes(input: GenerateDiscountCodesInput, options?: CallOptions): Promise<GenerateDiscountCodesResponse>;
  /**
   * Get the money of each payment account.
   *
   * Fees and payouts are the provider’s: the service doesn’t know them, so `net` is what an account pays out before its fees. An entry is on the day on which it was booked, by the time zone that the store had then, so a day that is over stays as it is. Up to 366 days.
   *
   * `GET /admin/v1/reports/payment-accounts`. Permission `orders:read`.
   */
  getAccountReport(input?: GetAccountReportInput, options?: CallOptions): Promise<AccountReport>;
  /**
   * Get a category.
   *
   * The ETag is the version that `If-Match` of a change refers to.
   *
   * `GET /admin/v1/categories/{id}`. Permission `catalog:read`.
   */
  getCategory(input: GetCategoryInput, options?: CallOptions): Promise<Category>;
  /**
   * Get all categories as a tree.
   *
   * Siblings are in the order of their positions.
   *
   * `GET /admin/v1/categories`. Permission `catalog:read`.
   */
  getCategoryTree(input?: undefined, options?: CallOptions): Promise<CategoryTree>;
  /**
   * Get a credit note as PDF.
   *
   * Takes the `creditNoteId` of a refund, or the id of the document that cancels it because the refund failed. It names the invoice and the refunded tax by rate. Its bytes stay the same.
   *
   * `GET /admin/v1/credit-notes/{id}`. Permission `orders:read`.
   */
  getCreditNote(input: GetCreditNoteInput, options?: CallOptions): Promise<Uint8Array>;
  /**
   * Get a credit note as data.
   *
   * The document as data, as it was issued. It is never changed.
   *
   * `GET /admin/v1/credit-notes/{id}/data`. Permission `orders:read`.
   */
  getCreditNoteData(input: GetCreditNoteDataInput, options?: CallOptions): Promise<CartCreditNoteData>;
  /**
   * Get a credit note as XML of EN 16931 or as XRechnung.
   *
   * Cross Industry Invoice of UN/CEFACT, which is in the PDF as well: type 381 of a credit note, 380 of what cancels one. It has one line for each rate of tax. Refused with `e_invoice_incomplete` as that of an invoice.
   *
   * `GET /admin/v1/credit-notes/{id}/xml`. Permission `orders:read`.
   */
  getCreditNoteXml(input: GetCreditNoteXmlInput, options?: CallOptions): Promise<Uint8Array>;
  /**
   * Who am I.
   *
   * The subject of the token, its store and its permissions. E-mail, name and role are those of an operator of this store; a program or another issuer’s subject has none.
   *
   * `GET /admin/v1/auth/me`.
   */
  getCurrentAdmin(input?: undefined, options?: CallOptions): Promise<CurrentAdmin>;
  /**
   * Get a customer.
   *
   * With the state of the VAT check.
   *
   * `GET /admin/v1/customers/{id}`. Permission `customers:read`.
   */
  getCustomer(input: GetCustomerInput, options?: CallOptions): Promise<Customer>;
  /**
   * Preview or follow the erasure of a customer.
   *
   * Before it is requested: what would be deleted and what would stay. Afterwards its progress, also once the customer is deleted.
   *
   * `GET /admin/v1/customers/{id}/erasure`. Permission `customers:read`.
   */
  getCustomerErasure(input: GetCustomerErasureInput, options?: CallOptions): Promise<CustomerErasure>;
  /**
   * Get the progress of an export.
   *
   * It can be downloaded when it is completed.
   *
   * `GET /admin/v1/customers/{id}/exports/{exportId}`. Permission `customers:read`.
   */
  getCustomerExport(input: GetCustomerExportInput, options?: CallOptions): Promise<CustomerExport>;
  /**
   * Get a customer group.
   *
   * Its customers are those that `GET /admin/v1/customers?customerGroupId=` lists.
   *
   * `GET /admin/v1/customer-groups/{id}`. Permission `customers:read`.
   */
  getCustomerGroup(input: GetCustomerGroupInput, options?: CallOptions): Promise<CustomerGroup>;
  /**
   * Get the progress of an import of customers.
   *
   * It is completed when every row is processed, refused ones included.
   *
   * `GET /admin/v1/customer-imports/{id}`. Permission `customers:read`.
   */
  getCustomerImport(input: GetCustomerImportInput, options?: CallOptions): Promise<CustomerImport>;
  /**
   * Get a delivery with its payload and attempts.
   *
   * The envelope that is sent, or what its subscription’s format makes of it (`body`), and one record for each attempt: opened before its connection and closed after it.
   *
   * `GET /admin/v1/webhooks/deliveries/{id}`. Permission `webhooks:read`.
   */
  getDelivery(input: GetDeliveryInput, options?: CallOptions): Promise<GetDeliveryResponse>;
  /**
   * Get a discount.
   *
   * With the number of orders placed with it.
   *
   * `GET /admin/v1/discounts/{id}`. Permission `catalog:read`.
   */
  getDiscount(input: GetDiscountInput, options?: CallOptions): Promise<Discount>;
  /**
   * Get a draft order.
   *
   * With its current prices and taxes.
   *
   * `GET /admin/v1/draft-orders/{id}`. Permission `orders:read`.
   */
  getDraftOrder(input: GetDraftOrderInput, options?: CallOptions): Promise<DraftOrder>;
  /**
   * List the rates of VAT of the EU’s member states.
   *
   * The table that stores in the EU charge by, as it holds today: the standard rate and the reduced ones, the highest first. Goods of the class `reduced` have the first. Each member state decides which goods have which rate: enter a rate of your own for goods with a lower one.
   *
   * `GET /admin/v1/settings/tax/eu-rates`. Permission `settings:read`.
   */
  getEuRates(input?: undefined, options?: CallOptions): Promise<EuRates>;
  /**
   * Get an order of the former shop.
   *
   * What the file said of it. Nothing can be shipped, refunded or changed.
   *
   * `GET /admin/v1/former-orders/{id}`. Permission `orders:read`.
   */
  getFormerOrder(input: GetFormerOrderInput, options?: CallOptions): Promise<FormerOrder>;
  /**
   * Get the progress of an import of orders of the former shop.
   *
   * It is completed when every row is processed, refused ones included.
   *
   * `GET /admin/v1/former-order-imports/{id}`. Permission `orders:read`.
   */
  getFormerOrderImport(input: GetFormerOrderImportInput, options?: CallOptions): Promise<FormerOrderImport>;
  /**
   * Get what needs an operator, in one call.
   *
   * Sales and deliveries of the last 30 days, endpoints that fail, orders that need an operator, and the missing steps of the setup. A part that the role may not read is null: `orders` and `sales` need `orders:read`, `webhooks` needs `webhooks:read`, the others `settings:read`.
   *
   * `GET /admin/v1/home`.
   */
  getHome(input?: undefined, options?: CallOptions): Promise<Home>;
  /**
   * Get the invoice as PDF.
   *
   * It is issued once, when the order is paid or when its last goods are shipped (`invoiceIssuedWhen` of the settings), at the latest with the first credit note. Its number is the next of the store’s series. It is never changed, and its bytes stay the same. Its text can be searched and copied.
   *
   * `GET /admin/v1/orders/{id}/invoice`. Permission `orders:read`.
   */
  getInvoice(input: GetInvoiceInput, options?: CallOptions): Promise<Uint8Array>;
  /**
   * Get the invoice as data.
   *
   * The document as data, as it was issued. It is never changed.
   *
   * `GET /admin/v1/orders/{id}/invoice/data`. Permission `orders:read`.
   */
  getInvoiceData(input: GetInvoiceDataInput, options?: CallOptions): Promise<CartInvoiceData>;
  /**
   * Get the invoice as XML of EN 16931 or as XRechnung.
   *
   * Cross Industry Invoice of UN/CEFACT with the content of EN 16931, which is in the PDF as well (Factur-X, ZUGFeRD). Refused with `e_invoice_incomplete` where the document was issued without something that EN 16931 or XRechnung asks for, such as the seller’s address or VAT number; `errors` names it.
   *
   * `GET /admin/v1/orders/{id}/invoice/xml`. Permission `orders:read`.
   */
  getInvoiceXml(input: GetInvoiceXmlInput, options?: CallOptions): Promise<Uint8Array>;
  /**
   * Get the file of a label, to print it.
   *
   * As the carrier made it. It is deleted when the label is cancelled or its buyer is erased.
   *
   * `GET /admin/v1/labels/{id}/file`. Permission `orders:read`.
   */
  getLabelFile(input: GetLabelFileInput, options?: CallOptions): Promise<Uint8Array>;
  /**
   * Get how mails to shoppers look.
   *
   * Logo, colour, footer, the address for replies, and the kinds that aren’t sent.
   *
   * `GET /admin/v1/settings/mails`. Permission `settings:read`.
   */
  getMailSettings(input?: undefined, options?: CallOptions): Promise<MailSettings>;
  /**
   * Get where operators are notified.
   *
   * The channel for notifications, beside mail.
   *
   * `GET /admin/v1/settings/notifications`. Permission `settings:read`.
   */
  getNotificationSettings(input?: undefined, options?: CallOptions): Promise<NotificationSettings>;
  /**
   * Get an order.
   *
   * With its lines, its history (who, when, what), its shipments, payments, refunds and disputes.
   *
   * `GET /admin/v1/orders/{id}`. Permission `orders:read`.
   */
  getOrder(input: GetOrderInput, options?: CallOptions): Promise<Order>;
  /**
   * Preview or follow the erasure of an order’s buyer.
   *
   * As `GET /admin/v1/customers/{id}/erasure`.
   *
   * `GET /admin/v1/orders/{id}/erasure`. Permission `customers:read`.
   */
  getOrderErasure(input: GetOrderErasureInput, options?: CallOptions): Promise<OrderErasure>;
  /**
   * Get a payment account.
   *
   * Secrets are never shown.
   *
   * `GET /admin/v1/payment-accounts/{id}`. Permission `settings:read`.
   */
  getPaymentAccount(input: GetPaymentAccountInput, options?: CallOptions): Promise<PaymentAccount>;
  /**
   * Get the progress of an import of pictures.
   *
   * It is completed when every image is processed, failed ones included. It is kept for 30 days.
   *
   * `GET /admin/v1/picture-imports/{id}`. Permission `catalog:read`.
   */
  getPictureImport(input: GetPictureImportInput, options?: CallOptions): Promise<PictureImport>;
  /**
   * Get the settings of the subscribers’ portal.
   *
   * Name, logo, accent colour, and the origins that may embed it.
   *
   * `GET /admin/v1/settings/portal`. Permission `settings:read`.
   */
  getPortalSettings(input?: undefined, options?: CallOptions): Promise<PortalSettings>;
  /**
   * Get a price list.
   *
   * Its prices are read by GET …/prices.
   *
   * `GET /admin/v1/price-lists/{id}`. Permission `catalog:read`.
   */
  getPriceList(input: GetPriceListInput, options?: CallOptions): Promise<PriceList>;
  /**
   * Get the retention periods.
   *
   * And which legal texts a checkout must accept.
   *
   * `GET /admin/v1/settings/privacy`. Permission `settings:read`.
   */
  getPrivacySettings(input?: undefined, options?: CallOptions): Promise<PrivacySettings>;
  /**
   * Get a product with its variants.
   *
   * The ETag is the version that `If-Match` of a change refers to.
   *
   * `GET /admin/v1/products/{productId}`. Permission `catalog:read`.
   */
  getProduct(input: GetProductInput, options?: CallOptions): Promise<Product>;
  /**
   * Get the progress of an import.
   *
   * It is completed when every row is processed, refused ones included.
   *
   * `GET /admin/v1/product-imports/{id}`. Permission `catalog:read`.
   */
  getProductImport(input: GetProductImportInput, options?: CallOptions): Promise<ProductImport>;
  /**
   * Get a recovery and its progress.
   *
   * `sent` of `matched` are due or done.
   *
   * `GET /admin/v1/webhooks/recoveries/{id}`. Permission `webhooks:read`.
   */
  getRecovery(input: GetRecoveryInput, options?: CallOptions): Promise<Recovery>;
  /**
   * Get the progress of an import of redirects.
   *
   * It is completed when every row is processed, refused ones included.
   *
   * `GET /admin/v1/redirect-imports/{id}`. Permission `settings:read`.
   */
  getRedirectImport(input: GetRedirectImportInput, options?: CallOptions): Promise<RedirectImport>;
  /**
   * Get a return.
   *
   * With what came back, once it has.
   *
   * `GET /admin/v1/returns/{id}`. Permission `orders:read`.
   */
  getReturn(input: GetReturnInput, options?: CallOptions): Promise<Return>;
  /**
   * Get the sales by day and currency.
   *
   * An order counts once, when it becomes paid for the first time, also if it is cancelled later; the order of an exchange counts only with what it costs more. Refunds are those that succeeded. A refund that fails after it had succeeded is taken back on the day of the failure, so a figure of a day may be negative. An entry is on the day on which it was booked, by the time zone that the store had then, so a day that is over stays as it is. Up to 366 days.
   *
   * `GET /admin/v1/reports/sales`. Permission `orders:read`.
   */
  getSales(input?: GetSalesInput, options?: CallOptions): Promise<Sales>;
  /**
   * Get the settings of the store.
   *
   * Name, currency, tax, countries, hosts and origins.
   *
   * `GET /admin/v1/settings`. Permission `settings:read`.
   */
  getSettings(input?: undefined, options?: CallOptions): Promise<Settings>;
  /**
   * Get the shipping settings.
   *
   * The options of the store, in the order in which shoppers see them.
   *
   * `GET /admin/v1/settings/shipping`. Permission `settings:read`.
   */
  getShippingSettings(input?: undefined, options?: CallOptions): Promise<ShippingSettings>;
  /**
   * Get the stock of a variant.
   *
   * `available` is the quantity less the reserved units; below 0: backorders.
   *
   * `GET /admin/v1/products/{productId}/variants/{variantId}/stock`. Permission `catalog:read`.
   */
  getStock(input: GetStockInput, options?: CallOptions): Promise<Stock>;
  /**
   * Get a webhook subscription.
   *
   * Without its secret.
   *
   * `GET /admin/v1/webhooks/subscriptions/{id}`. Permission `webhooks:read`.
   */
  getSubscription(input: GetSubscriptionInput, options?: CallOptions): Promise<Subscription>;
  /**
   * Get the health of an endpoint.
   *
   * Read from the ledger of attempts. `probing`: it was resumed while it failed, and none has succeeded since. `degraded`: of at least 5 attempts of the last hour fewer than 90 % succeeded. An attempt that a worker did not survive has no outcome and is not counted.
   *
   * `GET /admin/v1/webhooks/subscriptions/{id}/stats`. Permission `webhooks:read`.
   */
  getSubscriptionStats(input: GetSubscriptionStatsInput, options?: CallOptions): Promise<SubscriptionStats>;
  /**
   * Get the tax by country, region and rate.
   *
   * The figures for the One-Stop Shop (OSS) and every other tax return: the tax of orders is on the day on which they became paid, that of credit notes on their own. A refund that fails takes the tax of its credit note back. Lost disputes change no tax: the sale stands. An entry is on the day on which it was booked, by the time zone that the store had then, so a day that is over stays as it is. Up to 366 days.
   *
   * `GET /admin/v1/reports/taxes`. Permission `orders:read`.
   */
  getTaxReport(input?: GetTaxReportInput, options?: CallOptions): Promise<TaxReport>;
  /**
   * Get the tax settings.
   *
   * Whether prices include tax, and the rates and tax classes that the store has entered itself.
   *
   * `GET /admin/v1/settings/tax`. Permission `settings:read`.
   */
  getTaxSettings(input?: undefined, options?: CallOptions): Promise<TaxSettings>;
  /**
   * Get an operator.
   *
   * One operator of the store.
   *
   * `GET /admin/v1/users/{id}`. Permission `users:read`.
   */
  getUser(input: GetUserInput, options?: CallOptions): Promise<User>;
  /**
   * Get a variant.
   *
   * The ETag is the version that `If-Match` of a change refers to.
   *
   * `GET /admin/v1/products/{productId}/variants/{variantId}`. Permission `catalog:read`.
   */
  getVariant(input: GetVariantInput, options?: CallOptions): Promise<Variant>;
  /**
   * Get the statistics of deliveries and attempts.
   *
   * Counted by the workers while they record outcomes, and a few seconds behind. By the minute for up to 6 hours, by the hour for up to 14 days, by the day for up to 90 days, all in UTC and ending now at the latest; `from` and `to` are rounded outward. Percentiles are estimated from a histogram and are off by a quarter at most. Tests, and attempts whose worker did not survive, are not counted; those of deleted subscriptions are.
   *
   * `GET /admin/v1/webhooks/metrics`. Permission `webhooks:read`.
   */
  getWebhookMetrics(input?: GetWebhookMetricsInput, options?: CallOptions): Promise<WebhookMetrics>;
  /**
   * Import customers from a file.
   *
   * CSV with a header line, or one JSON object a line; at most 50,000 rows in 64 MiB, each a customer with at most one address. Customers are found by e-mail: one that doesn’t exist is created, what differs is changed, an address that they don’t have is added, and an absent member keeps its value. Files have no passwords: a customer sets one by a reset. `acceptsMarketing` is taken for new customers; of others it can only be withdrawn. No mail is sent. An export of customers of this service, of Shopify or of WooCommerce is taken as it is. `dryRun=true` checks and counts only. The response comes when the whole file is received; the worker then processes it and continues where it was after a crash. Importing the same file again changes nothing.
   *
   * `POST /admin/v1/customers/import`. Permission `customers:write`.
   */
  importCustomers(input: ImportCustomersInput, options?: CallOptions): Promise<CustomerImport>;
  /**
   * Import orders of the former shop from a file.
   *
   * CSV with a header line, or one JSON object a line; at most 50,000 orders in 64 MiB, each with up to 500 lines. An export of orders of this service, of Shopify or of WooCommerce is taken as it is. The orders are kept to be looked up: they enter no ledger, get no document, appear in no report, move no stock and send no mail, and no event is recorded about them. An order is found by its number: one that doesn’t exist is created, and what differs is changed. `dryRun=true` checks and counts only. The response comes when the whole file is received; the worker then processes it and continues where it was after a crash. Importing the same file again changes nothing.
   *
   * `POST /admin/v1/former-orders/import`. Permission `orders:write`.
   */
  importFormerOrders(input: ImportFormerOrdersInput, options?: CallOptions): Promise<FormerOrderImport>;
  /**
   * Make images elsewhere pictures of the store.
   *
   * The worker fetches the images of one product, or of all when none is named, that lie elsewhere. Each is kept as an upload is, and its new address takes the place of the old one, with `product.updated`; text and order stay. Only public addresses are fetched, also where one redirects. What can’t be fetched or is no picture stays as it is, and is reported. A store has one import under way: what it doesn’t have yet is added to it. A later one tries again what failed.
   *
   * `POST /admin/v1/picture-imports`. Permission `catalog:write`.
   */
  importPictures(input?: ImportPicturesInput, options?: CallOptions): Promise<PictureImport>;
  /**
   * Import products from a file.
   *
   * CSV with a header line, or one JSON object a line; at most 50,000 rows in 64 MiB, each a variant with its product. One file of a store is received at a time. Products are found by slug, variants by SKU: what is new is created and what differs is changed. `sku` is enough for a variant that exists. `price` is an amount as people write it (39.90 or 39,90), `priceAmount` one in minor units. `dryRun=true` checks and counts only, each 500 rows by themselves. A CSV’s separator is the comma, semicolon or tab of its header; a row with more or fewer cells than the header is refused, as is a row with a category that doesn’t exist. An absent member keeps its value, and of rows with the same SKU or slug the later one wins. The response comes when the whole file is received; the worker then processes it and continues where it was after a crash. Importing the same file again changes nothing.
   *
   * `POST /admin/v1/products/import`. Permission `catalog:write`.
   */
  importProducts(input: ImportProductsInput, options?: CallOptions): Promise<ProductImport>;
  /**
   * Import redirects from a file.
   *
   * CSV with the columns `from` and `to`, or one JSON object a line; at most 50,000 rows in 64 MiB. Each row is set as by `POST /admin/v1/redirects`. An export of the redirects of Shopify is taken as it is. `dryRun=true` checks and counts only. The response comes when the whole file is received; the worker then processes it.
   *
   * `POST /admin/v1/redirects/import`. Permission `settings:write`.
   */
  importRedirects(input: ImportRedirectsInput, options?: CallOptions): Promise<RedirectImport>;
  /**
   * Invite an operator.
   *
   * The single-use token is sent to the address and is never in a response; it is valid for 7 days. Inviting an address again replaces its token. The role can’t have permissions that the caller lacks.
   *
   * `POST /admin/v1/users`. Permission `users:write`.
   */
  inviteUser(input: InviteUserInput, options?: CallOptions): Promise<Invitation>;
  /**
   * List API keys.
   *
   * Newest first, revoked ones too. `lastUsedAt` is exact to the minute.
   *
   * `GET /admin/v1/api-keys`. Permission `users:read`.
   */
  listApiKeys: Paged<ListApiKeysInput, ApiKey>;
  /**
   * List the audit log.
   *
   * One record for each change by an operator, an API key or the `commerce` command, newest first, written with the change or not at all. `before` and `after` hold what changed, never a secret.
   *
   * `GET /admin/v1/audit`. Permission `users:read`.
   */
  listAuditRecords: Paged<ListAuditRecordsInput, AuditRecord, ListAuditRecordsResponse>;
  /**
   * List a customer’s consents.
   *
   * Every consent that was given or withdrawn, newest first. It is only appended to; nothing in it is ever changed.
   *
   * `GET /admin/v1/customers/{id}/consents`. Permission `customers:read`.
   */
  listConsents: Paged<ListConsentsInput, Consent>;
  /**
   * List a customer’s addresses.
   *
   * The address book, newest first.
   *
   * `GET /admin/v1/customers/{id}/addresses`. Permission `customers:read`.
   */
  listCustomerAddresses: Paged<ListCustomerAddressesInput, CustomerAddress>;
  /**
   * List a customer’s exports.
   *
   * Newest first; also those that the customer requested.
   *
   * `GET /admin/v1/customers/{id}/exports`. Permission `customers:read`.
   */
  listCustomerExports: Paged<ListCustomerExportsInput, CustomerExport>;
  /**
   * List customer groups.
   *
   * By name.
   *
   * `GET /admin/v1/customer-groups`. Permission `customers:read`.
   */
  listCustomerGroups: Paged<ListCustomerGroupsInput, CustomerGroup>;
  /**
   * List customers.
   *
   * Newest first, or by `sort`. `q` matches a part of the e-mail, name, phone or VAT number.
   *
   * `GET /admin/v1/customers`. Permission `customers:read`.
   */
  listCustomers: Paged<ListCustomersInput, Customer, ListCustomersResponse>;
  /**
   * Query the delivery log.
   *
   * Newest first. A page past the end is empty. `total` counts up to 10000, and `isTotalCapped` says when there are more. `cursor` takes the `nextCursor` of another response and is as fast deep in a long log as at its start. `after` takes a `tailCursor`: the response has what is new since then, as soon as there is something, and is empty when `wait` is over. It may repeat deliveries of the last ten seconds: go by their id.
   *
   * `GET /admin/v1/webhooks/deliveries`. Permission `webhooks:read`.
   */
  listDeliveries: Paged<ListDeliveriesInput, Delivery, ListDeliveriesResponse>;
  /**
   * List the generated codes of a discount.
   *
   * In the order of the codes. A cancelled order gives its code back.
   *
   * `GET /admin/v1/discounts/{id}/codes`. Permission `catalog:read`.
   */
  listDiscountCodes: Paged<ListDiscountCodesInput, DiscountCode>;
  /**
   * List discounts.
   *
   * Newest first.
   *
   * `GET /admin/v1/discounts`. Permission `catalog:read`.
   */
  listDiscounts: Paged<ListDiscountsInput, Discount>;
  /**
   * List disputes.
   *
   * Newest first.
   *
   * `GET /admin/v1/disputes`. Permission `orders:read`.
   */
  listDisputes: Paged<ListDisputesInput, Dispute, ListDisputesResponse>;
  /**
   * List draft orders.
   *
   * Newest first. The costs are in the response for a single draft.
   *
   * `GET /admin/v1/draft-orders`. Permission `orders:read`.
   */
  listDraftOrders: Paged<ListDraftOrdersInput, ListDraftOrdersItem>;
  /**
   * List the shipping options of a draft order.
   *
   * As a cart of these goods, this buyer and this address is offered them.
   *
   * `GET /admin/v1/draft-orders/{id}/shipping-options`. Permission `orders:read`.
   */
  listDraftShippingOptions(input: ListDraftShippingOptionsInput, options?: CallOptions): Promise<ListDraftShippingOptionsResponse>;
  /**
   * List the failures of an import of pictures.
   *
   * In its order, with a code and the reason.
   *
   * `GET /admin/v1/picture-imports/{id}/failures`. Permission `catalog:read`.
   */
  listFailedPictures: Paged<ListFailedPicturesInput, FailedPicture>;
  /**
   * List the paths for filters.
   *
   * The paths of these events that the caller may filter by, with what may be there, for forms. A portal session gets those of the event and its ids alone.
   *
   * `GET /admin/v1/webhooks/filters/paths`. Permission `webhooks:read`.
   */
  listFilterPaths(input?: ListFilterPathsInput, options?: CallOptions): Promise<ListFilterPathsResponse>;
  /**
   * List orders of the former shop.
   *
   * Those that were imported, by the time at which they were placed, newest first. `q` is a part of the number, the e-mail address or a name. `customerId` finds those with the e-mail address of a customer.
   *
   * `GET /admin/v1/former-orders`. Permission `orders:read`.
   */
  listFormerOrders: Paged<ListFormerOrdersInput, ListFormerOrdersItem, ListFormerOrdersResponse>;
  /**
   * List open invitations.
   *
   * Those that are neither accepted nor expired, newest first.
   *
   * `GET /admin/v1/invitations`. Permission `users:read`.
   */
  listInvitations: Paged<ListInvitationsInput, Invitation>;
  /**
   * List the services that carriers offer for what is left to ship.
   *
   * Of every carrier that makes labels, for one parcel of all units that are left, which `weightGrams` is the weight of. Each carrier has 5 seconds; those that say nothing by then are `unavailable`. Without a shipping address there are none.
   *
   * `GET /admin/v1/orders/{id}/labels/rates`. Permission `orders:read`.
   */
  listLabelRates(input: ListLabelRatesInput, options?: CallOptions): Promise<ListLabelRatesResponse>;
  /**
   * List the legal texts.
   *
   * Every version, newest first.
   *
   * `GET /admin/v1/legal-texts`. Permission `settings:read`.
   */
  listLegalTexts: Paged<ListLegalTextsInput, LegalText>;
  /**
   * List the texts of mails to shoppers.
   *
   * One of each kind in a language: the store’s own, or the standard text.
   *
   * `GET /admin/v1/settings/mails/texts`. Permission `settings:read`.
   */
  listMailTexts(input?: ListMailTextsInput, options?: CallOptions): Promise<ListMailTextsResponse>;
  /**
   * List modules.
   *
   * Every module that was found, with its state. A module is disabled when its range of core versions excludes this one, its manifest or configuration is not valid, or it can not be loaded; `reason` says why.
   *
   * `GET /admin/v1/modules`. Permission `settings:read`.
   */
  listModules(input?: undefined, options?: CallOptions): Promise<ListModulesResponse>;
  /**
   * List notifications of the store’s operators.
   *
   * Messages to the operators, newest first. `readAt` and `unread` are those of the operator, or the API key, that calls.
   *
   * `GET /admin/v1/notifications`. Permission `settings:read`.
   */
  listNotifications: Paged<ListNotificationsInput, Notification, ListNotificationsResponse>;
  /**
   * List orders.
   *
   * Newest first, or by `sort`. Filters add up. `q` finds a number or how a SKU begins; where no order has it so, part of an e-mail address, a recipient’s name or a SKU. `from` is the first moment, `to` the moment after the last.
   *
   * `GET /admin/v1/orders`. Permission `orders:read`.
   */
  listOrders: Paged<ListOrdersInput, OrderSummary, ListOrdersResponse>;
  /**
   * List my sessions.
   *
   * Where I am logged in, newest first: each login of the console or of a program that hasn’t ended.
   *
   * `GET /admin/v1/auth/sessions`.
   */
  listOwnSessions(input?: undefined, options?: CallOptions): Promise<ListOwnSessionsResponse>;
  /**
   * List payment accounts.
   *
   * In the order in which shoppers see those that are active. Secrets are never shown.
   *
   * `GET /admin/v1/payment-accounts`. Permission `settings:read`.
   */
  listPaymentAccounts: Paged<ListPaymentAccountsInput, PaymentAccount>;
  /**
   * List the payment provider’s events.
   *
   * The stored events about orders of the store: first those without an effect, each newest first. An event that names nothing of any store is shown by the deployment’s command.
   *
   * `GET /admin/v1/payment-events`. Permission `orders:read`.
   */
  listPaymentEvents: Paged<ListPaymentEventsInput, PaymentEvent>;
  /**
   * List payments.
   *
   * Newest first.
   *
   * `GET /admin/v1/payments`. Permission `orders:read`.
   */
  listPayments: Paged<ListPaymentsInput, Payment, ListPaymentsResponse>;
  /**
   * List open portal sessions.
   *
   * The sessions that haven’t expired, newest first, without their tokens.
   *
   * `GET /admin/v1/webhooks/portal-sessions`. Permission `webhooks:read`.
   */
  listPortalSessions: Paged<ListPortalSessionsInput, PortalSession>;
  /**
   * List the price lists.
   *
   * Newest first.
   *
   * `GET /admin/v1/price-lists`. Permission `catalog:read`.
   */
  listPriceLists: Paged<ListPriceListsInput, PriceList>;
  /**
   * List the prices of a price list.
   *
   * By variant and quantity, each beside the base price of its variant.
   *
   * `GET /admin/v1/price-lists/{id}/prices`. Permission `catalog:read`.
   */
  listPrices: Paged<ListPricesInput, Price, ListPricesResponse>;
  /**
   * List and search products, drafts included.
   *
   * Newest first, or by `sort`. `q` matches a part of the title or the beginning of a SKU. `categoryId` includes the categories below it.
   *
   * `GET /admin/v1/products`. Permission `catalog:read`.
   */
  listProducts: Paged<ListProductsInput, Product, ListProductsResponse>;
  /**
   * List recoveries.
   *
   * Newest first.
   *
   * `GET /admin/v1/webhooks/recoveries`. Permission `webhooks:read`.
   */
  listRecoveries: Paged<ListRecoveriesInput, Recovery>;
  /**
   * List redirects.
   *
   * Newest first. `q` is a part of either address.
   *
   * `GET /admin/v1/redirects`. Permission `settings:read`.
   */
  listRedirects: Paged<ListRedirectsInput, Redirect>;
  /**
   * List refunds.
   *
   * Newest first, both refunds made here and refunds made at the provider.
   *
   * `GET /admin/v1/refunds`. Permission `orders:read`.
   */
  listRefunds: Paged<ListRefundsInput, Refund, ListRefundsResponse>;
  /**
   * List the refused rows of an import of customers.
   *
   * In the order of the file, with the row as received, without unknown members, and why it was refused. Rows count from 1, without the header.
   *
   * `GET /admin/v1/customer-imports/{id}/refused-rows`. Permission `customers:read`.
   */
  listRefusedCustomers: Paged<ListRefusedCustomersInput, RefusedCustomer>;
  /**
   * List the refused rows of an import of orders of the former shop.
   *
   * In the order of the file, each with the order as it was read and why it was refused. A row is an order, however many lines it has in a CSV file; they count from 1.
   *
   * `GET /admin/v1/former-order-imports/{id}/refused-rows`. Permission `orders:read`.
   */
  listRefusedFormerOrders: Paged<ListRefusedFormerOrdersInput, RefusedCustomer>;
  /**
   * List the refused rows of an import of redirects.
   *
   * In the order of the file, with why each was refused. Rows count from 1, without the header.
   *
   * `GET /admin/v1/redirect-imports/{id}/refused-rows`. Permission `settings:read`.
   */
  listRefusedRedirects: Paged<ListRefusedRedirectsInput, RefusedCustomer>;
  /**
   * List the refused rows of an import.
   *
   * In the order of the file, with the row as received, without unknown members, and why it was refused. Rows count from 1, without the header.
   *
   * `GET /admin/v1/product-imports/{id}/refused-rows`. Permission `catalog:read`.
   */
  listRefusedRows: Paged<ListRefusedRowsInput, RefusedCustomer>;
  /**
   * List returns.
   *
   * Newest first, of all orders or of one.
   *
   * `GET /admin/v1/returns`. Permission `orders:read`.
   */
  listReturns: Paged<ListReturnsInput, ListReturnsItem, ListReturnsResponse>;
  /**
   * List the store’s signing keys.
   *
   * The public halves, newest first. The first key is made with the first subscription whose `signature` is ed25519.
   *
   * `GET /admin/v1/webhooks/signing-keys`. Permission `webhooks:read`.
   */
  listSigningKeys(input?: undefined, options?: CallOptions): Promise<SigningKey[]>;
  /**
   * List the stock movements of a variant.
   *
   * Every change of the quantity and of what orders hold, newest first: by how much, to what, and who did it.
   *
   * `GET /admin/v1/products/{productId}/variants/{variantId}/stock/movements`. Permission `catalog:read`.
   */
  listStockMovements: Paged<ListStockMovementsInput, StockMovement, ListStockMovementsResponse>;
  /**
   * List the gaps of a subscription’s sequence.
   *
   * The numbers (`X-Service-Sequence`) that were assigned to a delivery and not delivered: under way, waiting for a retry, or exhausted. In the order of the numbers. `total` counts up to 1000, and `isTotalCapped` says when there are more. What was removed from the delivery log for its age is not listed.
   *
   * `GET /admin/v1/webhooks/subscriptions/{id}/gaps`. Permission `webhooks:read`.
   */
  listSubscriptionGaps: Paged<ListSubscriptionGapsInput, SubscriptionGap, ListSubscriptionGapsResponse>;
  /**
   * List webhook subscriptions.
   *
   * All subscriptions of the store, newest first, without their secrets.
   *
   * `GET /admin/v1/webhooks/subscriptions`. Permission `webhooks:read`.
   */
  listSubscriptions(input?: ListSubscriptionsInput, options?: CallOptions): Promise<Subscription[]>;
  /**
   * List the operators of the store.
   *
   * Newest first. Operators who haven’t accepted yet are in GET /admin/v1/invitations.
   *
   * `GET /admin/v1/users`. Permission `users:read`.
   */
  listUsers: Paged<ListUsersInput, User>;
  /**
   * The event catalogue.
   *
   * Every event that a subscription can name, with the JSON Schema of its payload and an example.
   *
   * `GET /admin/v1/webhooks/events`. Permission `webhooks:read`.
   */
  listWebhookEvents(input?: undefined, options?: CallOptions): Promise<ListWebhookEventsResponse>;
  /**
   * Log in as an operator.
   *
   * An operator’s e-mail is unique in the deployment, so it also names the store. An operator with a second factor sends `code` too: without it the response is `second_factor_required`.
   *
   * `POST /admin/v1/auth/login`.
   */
  login(input: LoginInput, options?: CallOptions): Promise<Tokens>;
  /**
   * End a login.
   *
   * Ends every token of the login at once, access tokens included.
   *
   * `POST /admin/v1/auth/logout`.
   */
  logout(input: LogoutInput, options?: CallOptions): Promise<void>;
  /**
   * Mark a payment as paid.
   *
   * Of a manual account: the money has come by bank transfer, on an invoice or in cash. The order becomes paid as by any other payment, with `order.paid`. An `amount` other than what was due marks the order `payment_mismatch`. The rest of one that came in part is marked in the same way, and takes the mark off again when it makes the sum exact. Who did it stands in the history of the order and in the audit log.
   *
   * `POST /admin/v1/payments/{id}/mark-paid`. Permission `orders:write`.
   */
  markPaymentPaid(input: MarkPaymentPaidInput, options?: CallOptions): Promise<Payment>;
  /**
   * Pause a recovery.
   *
   * Nothing more is made due until it is resumed. A recovery that has ended is refused.
   *
   * `POST /admin/v1/webhooks/recoveries/{id}/pause`. Permission `webhooks:write`.
   */
  pauseRecovery(input: PauseRecoveryInput, options?: CallOptions): Promise<Recovery>;
  /**
   * Place a draft order.
   *
   * The draft becomes an order as by a checkout: its number, the reserved stock, the counted discount code, and `order.created`. There is no draft afterwards. Without `paid` the buyer gets a mail in their language with a link to the shop’s page where the order is paid; it waits as long as the payment account says, else 14 days. With `paid` the money is there already: it is paid by a manual account of the store, with `order.paid`. An order of nothing to pay is paid at once. Of two requests at once one places it. Texts that a checkout must accept aren’t required.
   *
   * `POST /admin/v1/draft-orders/{id}/place`. Permission `orders:write`.
   */
  placeDraftOrder(input: PlaceDraftOrderInput, options?: CallOptions): Promise<Order>;
  /**
   * See a mail before it is sent.
   *
   * Nothing is stored or sent.
   *
   * `POST /admin/v1/settings/mails/preview`. Permission `settings:read`.
   */
  previewMail(input: PreviewMailInput, options?: CallOptions): Promise<PreviewMailResponse>;
  /**
   * Preview a change of a placed order.
   *
   * Has the body and the errors of a change, but changes nothing. Returns the price of the units, the amount that would be refunded, and the amount that would be due afterwards.
   *
   * `POST /admin/v1/orders/{id}/changes/preview`. Permission `orders:write`.
   */
  previewOrderChange(input: PreviewOrderChangeInput, options?: CallOptions): Promise<PreviewOrderChangeResponse>;
  /**
   * Preview a refund and its credit note.
   *
   * Takes what a refund takes and refuses what it refuses, but changes nothing: the amount, the lines and the tax by rate that the credit note would name now. `refundable` is what can be refunded in all, or of the payment that is named, without what exchanges stand for that are still to be sent.
   *
   * `POST /admin/v1/orders/{id}/refunds/preview`. Permission `orders:write`.
   */
  previewRefund(input: PreviewRefundInput, options?: CallOptions): Promise<PreviewRefundResponse>;
  /**
   * Publish terms or another legal text.
   *
   * From now on it is the current one of its kind and language. It is never changed: a correction is another version. Whether a checkout must accept a kind is said by `requiredTexts` of `PUT /admin/v1/settings/privacy`.
   *
   * `POST /admin/v1/legal-texts`. Permission `settings:write`.
   */
  publishLegalText(input: PublishLegalTextInput, options?: CallOptions): Promise<LegalText>;
  /**
   * Publish a product.
   *
   * From now on the storefront shows it. Publishing a published product changes nothing. `PATCH` with `status: draft` unpublishes it.
   *
   * `POST /admin/v1/products/{productId}/publish`. Permission `catalog:write`.
   */
  publishProduct(input: PublishProductInput, options?: CallOptions): Promise<Product>;
  /**
   * Replace how mails to shoppers look.
   *
   * Replaces all settings: what the body omits is cleared. Mails that wait to be sent follow it too. Mails that the law or a login needs can’t be switched off.
   *
   * `PUT /admin/v1/settings/mails`. Permission `settings:write`.
   */
  putMailSettings(input: PutMailSettingsInput, options?: CallOptions): Promise<MailSettings>;
  /**
   * Replace a text of a mail, or restore the standard text.
   *
   * A text with a mistake is refused with its line and reason. One that fails for a mail all the same is put aside for that mail: ours is sent, and the operators get a notice.
   *
   * `PUT /admin/v1/settings/mails/texts`. Permission `settings:write`.
   */
  putMailText(input: PutMailTextInput, options?: CallOptions): Promise<PutMailTextResponse>;
  /**
   * Replace where operators are notified.
   *
   * Notifications that operators get by mail are sent there too: endpoints that fail, are paused or recover, and other findings that need an operator. The URL is an incoming webhook of Slack; Mattermost and Teams take the same format. It has to pass the checks of a subscription’s URL, and is stored encrypted.
   *
   * `PUT /admin/v1/settings/notifications`. Permission `settings:write`.
   */
  putNotificationSettings(input: PutNotificationSettingsInput, options?: CallOptions): Promise<NotificationSettings>;
  /**
   * Replace the settings of the subscribers’ portal.
   *
   * Replaces all settings: what the body omits is cleared. The portal’s next load has them.
   *
   * `PUT /admin/v1/settings/portal`. Permission `settings:write`.
   */
  putPortalSettings(input: PutPortalSettingsInput, options?: CallOptions): Promise<PortalSettings>;
  /**
   * Replace the retention periods.
   *
   * Applied within an hour; what is deleted can’t be restored. Customers with an order that isn’t finished are erased when it is. A kind can only be required when a text of it is published.
   *
   * `PUT /admin/v1/settings/privacy`. Permission `settings:write`.
   */
  putPrivacySettings(input: PutPrivacySettingsInput, options?: CallOptions): Promise<PrivacySettings>;
  /**
   * Replace the shipping settings.
   *
   * An option with an `id` is changed, one without is created, and one that isn’t listed is no longer offered. `countries` empty: everywhere. `freeFrom`: the price of the goods after discount from which shipping is free; null: never. `prices` says what it costs in other currencies than the store’s; in one that isn’t named it isn’t offered. An option with a `pickupPlace` isn’t restricted to countries or postal codes. Goods without a weight weigh nothing.
   *
   * `PUT /admin/v1/settings/shipping`. Permission `settings:write`.
   */
  putShippingSettings(input: PutShippingSettingsInput, options?: CallOptions): Promise<ShippingSettings>;
  /**
   * Replace the tax settings.
   *
   * A store in the EU charges the rates of the member state that the goods go to, from a dated table (`GET /admin/v1/settings/tax/eu-rates`); a rate entered here takes precedence. Goods that leave the EU have no tax unless a rate is entered. A store outside of the EU charges only the rates entered here. Of several rates the most specific place applies: first by the number of characters of its postal code, then with a region before without one; among equals the latest that has begun. Goods of a class without a rate where they go have the standard rate. A class that products or variants use can’t be removed. With a `provider`, the rates that it says apply instead.
   *
   * `PUT /admin/v1/settings/tax`. Permission `settings:write`.
   */
  putTaxSettings(input: PutTaxSettingsInput, options?: CallOptions): Promise<TaxSettings>;
  /**
   * Mark all notifications as read.
   *
   * For the operator, or the API key, that calls.
   *
   * `POST /admin/v1/notifications/read`. Permission `settings:read`.
   */
  readAllNotifications(input?: undefined, options?: CallOptions): Promise<ReadAllNotificationsResponse>;
  /**
   * Mark a notification as read.
   *
   * For the operator, or the API key, that calls. Repeating it changes nothing.
   *
   * `POST /admin/v1/notifications/{id}/read`. Permission `settings:read`.
   */
  readNotification(input: ReadNotificationInput, options?: CallOptions): Promise<Notification>;
  /**
   * Mark an order as ready for pick-up.
   *
   * The buyer gets a mail with the place and its opening hours, and `order.ready_for_pickup` is recorded. A second time nothing changes. What was picked up is recorded as shipped, without `tracking` and without another mail. Refused while it couldn’t be shipped.
   *
   * `POST /admin/v1/orders/{id}/ready-for-pickup`. Permission `orders:write`.
   */
  readyOrder(input: ReadyOrderInput, options?: CallOptions): Promise<Order>;
  /**
   * Record the parcel of an approved return.
   *
   * What came, in which condition, and whether it is for sale again or written off. What is restocked raises the stock, with a movement. The order’s status stays; the money goes back by `refund`.
   *
   * `POST /admin/v1/returns/{id}/receive`. Permission `orders:write`.
   */
  receiveReturn(input: ReceiveReturnInput, options?: CallOptions): Promise<Return>;
  /**
   * Check a customer’s VAT number again.
   *
   * Asks VIES again, ignoring any stored result. Until VIES responds, the number is pending and VAT is charged.
   *
   * `POST /admin/v1/customers/{id}/vat/recheck`. Permission `customers:write`.
   */
  recheckVat(input: RecheckVatInput, options?: CallOptions): Promise<Customer>;
  /**
   * Record what a customer agreed to.
   *
   * By phone, on paper, or in another system. A change of `acceptsMarketing` records one by itself.
   *
   * `POST /admin/v1/customers/{id}/consents`. Permission `customers:write`.
   */
  recordConsent(input: RecordConsentInput, options?: CallOptions): Promise<Consent>;
  /**
   * Send a delivery again, also one that was delivered.
   *
   * For a receiver that has responded with a 2xx status and has lost the event since. As a retry it makes the delivery due now, under the same id, and the attempt counter is not reset: receivers that deduplicate by the id must first forget it. The delivery is `pending` until the attempt is made, and `resends` records the requester.
   *
   * `POST /admin/v1/webhooks/deliveries/{id}/redeliver`. Permission `webhooks:write`.
   */
  redeliverDelivery(input: RedeliverDeliveryInput, options?: CallOptions): Promise<RedeliverDeliveryResponse>;
  /**
   * Exchange a refresh token for new tokens.
   *
   * A refresh token works once. Using one a second time ends its login. Only the client that used it may send it again within 20 seconds, and gets the same new refresh token: two tabs of a browser often do.
   *
   * `POST /admin/v1/auth/refresh`.
   */
  refreshLogin(input: RefreshLoginInput, options?: CallOptions): Promise<Tokens>;
  /**
   * Refund an order or a part of it.
   *
   * Refunds an `amount`, `lines`, or everything that is left. Issues a numbered credit note, records `refund.issued`, and changes the order to partially_refunded or refunded. Where no payment holds all of it, each refunds a part, the newest first, unless a `paymentId` names one: the response is the refund of the first, with those of the others in `further`. What was paid beyond the order’s total goes back first, unless lines are named, without a credit note: the sale and its tax stay as they are. The provider is called afterwards: `status` is pending until it has responded. All refunds together never exceed what was captured. `restock` returns the goods of the lines, or all goods with a full refund, to the stock; without it, goods that the order still holds are written off as soon as nothing of it is left to ship.
   *
   * `POST /admin/v1/orders/{id}/refunds`. Permission `orders:write`.
   */
  refundOrder(input: RefundOrderInput, options?: CallOptions): Promise<RefundOrderResponse>;
  /**
   * Refund what a return brought back.
   *
   * Refunds the units that came back and weren’t refunded before, like `POST /admin/v1/orders/{id}/refunds` with these lines: with a numbered credit note, and the order becomes partially_refunded or refunded.
   *
   * `POST /admin/v1/returns/{id}/refund`. Permission `orders:write`.
   */
  refundReturn(input: RefundReturnInput, options?: CallOptions): Promise<Return>;
  /**
   * Reject a return, or end one whose goods never came.
   *
   * For a requested or an approved return. Its units can be returned again.
   *
   * `POST /admin/v1/returns/{id}/reject`. Permission `orders:write`.
   */
  rejectReturn(input: RejectReturnInput, options?: CallOptions): Promise<Return>;
  /**
   * Remove my second factor.
   *
   * Where the store requires one, nothing else is permitted until another is confirmed.
   *
   * `POST /admin/v1/auth/second-factor/remove`.
   */
  removeSecondFactor(input: RemoveSecondFactorInput, options?: CallOptions): Promise<void>;
  /**
   * Replace an address of a customer.
   *
   * Replaces the whole address; absent fields are cleared.
   *
   * `PUT /admin/v1/customers/{id}/addresses/{addressId}`. Permission `customers:write`.
   */
  replaceCustomerAddress(input: ReplaceCustomerAddressInput, options?: CallOptions): Promise<CustomerAddress>;
  /**
   * Replace the settings of the store.
   *
   * Replaces all settings: a list that the body omits becomes empty; only `country`, `vatNumber`, `seller`, `locale`, `timeZone`, `captureLater`, `requireSecondFactor` and how invoices are issued are kept; null clears the VAT number, whose syntax is checked, and the seller. Both stand on invoices and credit notes: an order keeps those of its checkout. A new host is pending until it is proven; a host that stays keeps its proof. The currency can change while no variant is priced in the old one.
   *
   * `PUT /admin/v1/settings`. Permission `settings:write`.
   */
  replaceSettings(input: ReplaceSettingsInput, options?: CallOptions): Promise<Settings>;
  /**
   * Replay an event that had no effect.
   *
   * Looks for the event’s payment again, and applies the event if it is there. `state` says what came of it: an event whose payment is still unknown goes on waiting, and one that contradicts its payment is never applied.
   *
   * `POST /admin/v1/payment-events/{id}/replay`. Permission `orders:write`.
   */
  replayPaymentEvent(input: ReplayPaymentEventInput, options?: CallOptions): Promise<PaymentEvent>;
  /**
   * Report the outcomes of claimed deliveries.
   *
   * A `responseCode` of 2xx without `error` delivers; anything else fails, and the retry table says when the delivery is due again. A success counts whenever it comes; a failure only while its attempt is the newest: `isRecorded` says so. Reporting twice changes nothing. If one of the deliveries is not of this subscription, or was never claimed under this `attempt`, nothing is recorded.
   *
   * `POST /admin/v1/webhooks/subscriptions/{id}/outcomes`. Permission `webhooks:write`.
   */
  reportOutcomes(input: ReportOutcomesInput, options?: CallOptions): Promise<ReportOutcomesResponse>;
  /**
   * Export everything about a customer.
   *
   * The worker writes profile, addresses, sessions, VAT checks, open carts, orders, returns, messages and the history of the profile into one file. It can be downloaded for 7 days; the request and each download are in the audit log. Orders of a guest with the customer’s address belong to it once that address is confirmed. One that is under way is returned instead of another.
   *
   * `POST /admin/v1/customers/{id}/exports`. Permission `customers:write`.
   */
  requestCustomerExport(input: RequestCustomerExportInput, options?: CallOptions): Promise<CustomerExport>;
  /**
   * Request a password reset as an operator.
   *
   * Always 202; a message is sent only if the address is an operator’s.
   *
   * `POST /admin/v1/auth/reset/request`.
   */
  requestOperatorPasswordReset(input: RequestOperatorPasswordResetInput, options?: CallOptions): Promise<void>;
  /**
   * Complete a password reset as an operator.
   *
   * The token works once, within 30 minutes. Ends every session of the operator.
   *
   * `POST /admin/v1/auth/reset`.
   */
  resetOperatorPassword(input: ResetOperatorPasswordInput, options?: CallOptions): Promise<void>;
  /**
   * Reset the second factor of an operator.
   *
   * For one who has lost it: the next login needs the password alone. Ends every session of the operator. Refused for an operator with more permissions than the caller.
   *
   * `POST /admin/v1/users/{id}/reset-second-factor`. Permission `users:write`.
   */
  resetSecondFactor(input: ResetSecondFactorInput, options?: CallOptions): Promise<void>;
  /**
   * Resume a recovery.
   *
   * It continues where it was paused. A recovery that has ended is refused.
   *
   * `POST /admin/v1/webhooks/recoveries/{id}/resume`. Permission `webhooks:write`.
   */
  resumeRecovery(input: ResumeRecoveryInput, options?: CallOptions): Promise<Recovery>;
  /**
   * Retry a delivery by hand.
   *
   * Makes the delivery due now, under the same id. The attempt counter is not reset: an exhausted delivery is exhausted again if this attempt fails.
   *
   * `POST /admin/v1/webhooks/deliveries/{id}/retry`. Permission `webhooks:write`.
   */
  retryDelivery(input: RetryDeliveryInput, options?: CallOptions): Promise<RetryDeliveryResponse>;
  /**
   * Revoke an API key.
   *
   * The key and the keys that were made with it stop working at once and stay in the list; open invitations sent with it are withdrawn. Revoking it again changes nothing. Needs every permission that the key has.
   *
   * `DELETE /admin/v1/api-keys/{id}`. Permission `users:write`.
   */
  revokeApiKey(input: RevokeApiKeyInput, options?: CallOptions): Promise<void>;
  /**
   * Rotate the signing key of the store.
   *
   * The new key signs at once. For `overlapHours` the one before it signs too, so that receivers which keep the old public key lose nothing. A second rotation within the overlap ends the oldest key.
   *
   * `POST /admin/v1/webhooks/signing-keys`. Permission `webhooks:write`.
   */
  rotateSigningKey(input?: RotateSigningKeyInput, options?: CallOptions): Promise<SigningKey>;
  /**
   * Rotate the signing secret of a subscription.
   *
   * The new secret is only in this response, not even in a repetition by its Idempotency-Key: if it is lost, rotate again. For `overlapHours` every delivery carries a signature by the new secret and one by the old, so that receivers can switch without losing a delivery.
   *
   * `POST /admin/v1/webhooks/subscriptions/{id}/rotate-secret`. Permission `webhooks:write`.
   */
  rotateSubscriptionSecret(input: RotateSubscriptionSecretInput, options?: CallOptions): Promise<RotateSubscriptionSecretResponse>;
  /**
   * Find an order, product, customer or delivery.
   *
   * By an id, or by the beginning of an order number, an e-mail address or a SKU: each is one range of an index, however large the store. Up to five of each kind, and only of the kinds that the role may read. Lists have filters of their own.
   *
   * `GET /admin/v1/search`.
   */
  search(input?: SearchInput, options?: CallOptions): Promise<SearchResponse>;
  /**
   * Mail the buyer a payment link.
   *
   * Of an order that waits for its payment. The link leads to the shop’s page where the order is paid, without an account; the one before it ends. The mail is in the language of the order.
   *
   * `POST /admin/v1/orders/{id}/payment-link`. Permission `orders:write`.
   */
  sendPaymentLink(input: SendPaymentLinkInput, options?: CallOptions): Promise<void>;
  /**
   * Send a mail to oneself.
   *
   * To the address of the operator who calls, as shoppers would get it; a few in a quarter of an hour. A program has no address: it gets `permission_missing`.
   *
   * `POST /admin/v1/settings/mails/test`. Permission `settings:write`.
   */
  sendTestMail(input: SendTestMailInput, options?: CallOptions): Promise<FindRedirectResponse>;
  /**
   * Set prices of a price list.
   *
   * Up to 300 prices at once: all are set, or none is. `amount` null removes a price; those that aren’t named stay. A variant has at most 20 prices in a list. Without `minQuantity` a price is from 1 on.
   *
   * `POST /admin/v1/price-lists/{id}/prices`. Permission `catalog:write`.
   */
  setPrices(input: SetPricesInput, options?: CallOptions): Promise<SetPricesResponse>;
  /**
   * Let an address lead to a page of the shop.
   *
   * For addresses of a former shop. Both are paths of the shop itself; those with and without a slash at the end are one. It works only where the shop has no page: a page that exists is never hidden. Of one address there is one redirect: a second one replaces it. One that leads back to where it comes from, also by way of others, is refused, as is one that leads on through more than ten others. A store has at most 100,000 redirects.
   *
   * `POST /admin/v1/redirects`. Permission `settings:write`.
   */
  setRedirect(input: SetRedirectInput, options?: CallOptions): Promise<Redirect>;
  /**
   * Ship an order or a part of it.
   *
   * Without `lines` everything that is left is shipped. The goods leave the stock. With the shipment that completes a paid order, it becomes shipped and `order.shipped` is recorded; other shipments are in the history. Of an order that is partially refunded, what wasn’t refunded can be shipped; it stays partially_refunded. `tracking` is a number or an object. With `labelId` what is on that label is shipped, with its tracking number, instead of `lines` and `tracking`. Refused while a payment doesn’t match the order or is disputed, and no operator has acknowledged it.
   *
   * `POST /admin/v1/orders/{id}/ship`. Permission `orders:write`.
   */
  shipOrder(input: ShipOrderInput, options?: CallOptions): Promise<Order>;
  /**
   * Add and remove tags of several orders.
   *
   * All of them or none: refused where an order isn’t there, or would have more than 20 tags. A tag that is in both lists is removed. Records `order.updated` for each order that changes.
   *
   * `POST /admin/v1/orders/tags`. Permission `orders:write`.
   */
  tagOrders(input: TagOrdersInput, options?: CallOptions): Promise<TagOrdersResponse>;
  /**
   * Try a filter on past events.
   *
   * Checks the newest events of the store that are listed, at most 20 of its last 5,000, and explains each result. Nothing is sent or kept. Where no subscription got an event whole, its resource is read as it is now, and what changed and who did it isn’t known. A portal session tries it on events that its subscriptions got. The filter is checked as on a subscription.
   *
   * `POST /admin/v1/webhooks/filters/test`. Permission `webhooks:read`.
   */
  testFilter(input: TestFilterInput, options?: CallOptions): Promise<TestFilterResponse>;
  /**
   * Send a test delivery.
   *
   * Sends the example of an event through the queue, the worker and the ledger like every delivery, even while the subscription is paused. The request carries `X-Service-Test: true`. There is one attempt. The response comes when the attempt has ended; `attempt` is null if no worker took it in time, and the delivery log shows it later. Two tests of a store are under way at once, in each API process; further ones get 429.
   *
   * `POST /admin/v1/webhooks/subscriptions/{id}/test`. Permission `webhooks:write`.
   */
  testSubscription(input: TestSubscriptionInput, options?: CallOptions): Promise<TestSubscriptionResponse>;
  /**
   * Update a category: rename, reslug, re-parent, reposition.
   *
   * An absent field keeps its value; null clears `description`, `seoTitle` and `seoDescription`, and moves to the root as `parentId`. A category can’t be moved below itself, not even by two concurrent requests. With a new parent and no position it becomes the last child. The storefront redirects from a former slug.
   *
   * `PATCH /admin/v1/categories/{id}`. Permission `catalog:write`.
   */
  updateCategory(input: UpdateCategoryInput, options?: CallOptions): Promise<Category>;
  /**
   * Update a customer.
   *
   * An absent member keeps its value; null clears it. `metadata` is replaced as a whole. When the VAT number changes, the check runs again; another notation of the same number isn’t a change.
   *
   * `PATCH /admin/v1/customers/{id}`. Permission `customers:write`.
   */
  updateCustomer(input: UpdateCustomerInput, options?: CallOptions): Promise<Customer>;
  /**
   * Update a customer group.
   *
   * Its customers and price lists stay, and their amounts as they are: where `pricesIncludeTax` changes, set the prices of its lists again. Open carts follow at their next reading. An absent field keeps its value.
   *
   * `PATCH /admin/v1/customer-groups/{id}`. Permission `customers:write`.
   */
  updateCustomerGroup(input: UpdateCustomerGroupInput, options?: CallOptions): Promise<CustomerGroup>;
  /**
   * Update a discount.
   *
   * Its kind can’t change; each member of a kind is only for that kind, and `currency` only beside amounts. An absent field keeps its value; null clears it.
   *
   * `PATCH /admin/v1/discounts/{id}`. Permission `catalog:write`.
   */
  updateDiscount(input: UpdateDiscountInput, options?: CallOptions): Promise<Discount>;
  /**
   * Change a draft order.
   *
   * An absent field keeps its value; null clears it. `lines` replaces all lines. The response has the new totals.
   *
   * `PATCH /admin/v1/draft-orders/{id}`. Permission `orders:write`.
   */
  updateDraftOrder(input: UpdateDraftOrderInput, options?: CallOptions): Promise<DraftOrder>;
  /**
   * Change an order’s addresses, tags and own fields.
   *
   * `metadata` and `tags` are replaced as a whole; `metadata` began as that of the cart. The shipping address changes until the first parcel leaves, the billing address as long as something is to be shipped or paid; after that the request is refused with `address_fixed`. The address that the tax was charged by keeps its country and changes only where today’s rates are the same as at the former one, else `tax_would_change`. Documents that are issued stay as they are, later ones name the new address. What was bought, and at which price, stays as it was. Records `order.updated`.
   *
   * `PATCH /admin/v1/orders/{id}`. Permission `orders:write`.
   */
  updateOrder(input: UpdateOrderInput, options?: CallOptions): Promise<Order>;
  /**
   * Update a payment account.
   *
   * `active: true` offers it to shoppers beside the other active ones; 20 may be active. `names`, `instructionsByLocale`, `countries` and `currencies` are replaced as a whole. Payments that exist stay with the account that they were made with: they are refunded and cancelled there. A new `secretKey` is tried first, and must be of the same account. With a new `webhookSecret` the former one is accepted for `overlapHours` more.
   *
   * `PATCH /admin/v1/payment-accounts/{id}`. Permission `settings:write`.
   */
  updatePaymentAccount(input: UpdatePaymentAccountInput, options?: CallOptions): Promise<PaymentAccount>;
  /**
   * Update a price list.
   *
   * Carts are priced by it at their next reading. Its currency can’t change. An absent field keeps its value; null clears it.
   *
   * `PATCH /admin/v1/price-lists/{id}`. Permission `catalog:write`.
   */
  updatePriceList(input: UpdatePriceListInput, options?: CallOptions): Promise<PriceList>;
  /**
   * Update a product.
   *
   * An absent field keeps its value; null clears `description`. `categoryIds`, `images` and `metadata` are replaced as a whole. The storefront redirects from a former slug. A request that changes something raises the version and records `product.updated` once; any other request does neither.
   *
   * `PATCH /admin/v1/products/{productId}`. Permission `catalog:write`.
   */
  updateProduct(input: UpdateProductInput, options?: CallOptions): Promise<Product>;
  /**
   * Change, pause or resume a webhook subscription.
   *
   * Absent members keep their value. A new URL passes the checks of creation and is used from the next attempt on. Another `kind` needs what that kind needs on creation; what waits goes there, and what the kind doesn’t have is cleared. `active: false` pauses: no delivery is created, and due deliveries wait. `active: true` sends them. `headers` replaces all custom headers; null clears them. `auth` and `metadata` are replaced as a whole. Another scheme, host or port needs `headers` and `auth` again, or null, in the same request, if there are any; for a portal session so does another path.
   *
   * `PATCH /admin/v1/webhooks/subscriptions/{id}`. Permission `webhooks:write`.
   */
  updateSubscription(input: UpdateSubscriptionInput, options?: CallOptions): Promise<Subscription>;
  /**
   * Change the role of an operator, disable or enable them.
   *
   * Both take effect at once, also for tokens that were issued before. When an operator is disabled, the API keys and open invitations that they made, and those made with such keys, end too. The store’s last active owner can’t be disabled or lose the role.
   *
   * `PATCH /admin/v1/users/{id}`. Permission `users:write`.
   */
  updateUser(input: UpdateUserInput, options?: CallOptions): Promise<User>;
  /**
   * Update a variant.
   *
   * An absent field keeps its value; null clears `title`, `compareAtAmount`, the weight and the measures. `options` and `metadata` are replaced as a whole. A request that changes something raises the version and records `product.updated` in the same commit; any other request does neither. `stockQuantity` isn’t lowered below what is reserved, unless backorders are allowed.
   *
   * `PATCH /admin/v1/products/{productId}/variants/{variantId}`. Permission `catalog:write`.
   */
  updateVariant(input: UpdateVariantInput, options?: CallOptions): Promise<Variant>;
  /**
   * Upload a picture.
   *
   * JPEG, PNG, WebP, AVIF or GIF, recognised by its content, not by its name: as the body itself, or as the one file of a form. The stored picture is upright, at most 2560 pixels wide and high, the first frame of an animation, and without metadata such as the place where it was taken. SVG is refused: it is a program. The address goes into the `images` of products; a picture that nothing refers to is deleted after a day or two.
   *
   * `POST /admin/v1/pictures`. Permission `catalog:write`.
   */
  uploadPicture(input: UploadPictureInput, options?: CallOptions): Promise<UploadPictureResponse>;
  /**
   * Verify that a host is the store’s.
   *
   * Looks for the TXT record that `hostProofs` of the settings names. It must stay: it is looked for every day, and the host is pending again when it has been gone for three days. A pending host is checked automatically, too.
   *
   * `POST /admin/v1/settings/hosts/{host}/verify`. Permission `settings:write`.
   */
  verifyStoreHost(input: VerifyStoreHostInput, options?: CallOptions): Promise<VerifyStoreHostResponse>;
  /**
   * Withdraw an invitation.
   *
   * Its token stops working at once. Needs every permission of its role. An accepted invitation is an operator and is not found here.
   *
   * `DELETE /admin/v1/invitations/{id}`. Permission `users:write`.
   */
  withdrawInvitation(input: WithdrawInvitationInput, options?: CallOptions): Promise<void>;
}

export interface StoreClient {
  /**
   * Add a line to a cart.
   *
   * Adding a variant that is already in the cart adds to its quantity, up to 9999. Only published products with a price in the cart’s currency can be bought. A cart holds 500 lines.
   *
   * `POST /store/v1/carts/{cartId}/lines`.
   */
  addCartLine(input: AddCartLineInput, options?: CallOptions): Promise<Cart>;
  /**
   * Apply a discount code.
   *
   * Replaces the code that the cart had. Its use is counted at checkout. A code whose conditions the cart doesn’t meet stays on the cart and reduces nothing; `discounts` says why. So does, without a reason, one that is no longer valid. Both are named in the cart’s `issues`, and stop the checkout. A code that is unknown, not valid yet, expired or used up gets the same refusal; refused codes are throttled by cart and network.
   *
   * `POST /store/v1/carts/{cartId}/discount-code`.
   */
  applyDiscountCode(input: ApplyDiscountCodeInput, options?: CallOptions): Promise<Cart>;
  /**
   * Change the quantity of a line.
   *
   * Also records the current price, so that the line no longer reports a change. A gift is left as its discount gives it.
   *
   * `PATCH /store/v1/carts/{cartId}/lines/{lineId}`.
   */
  changeCartLine(input: ChangeCartLineInput, options?: CallOptions): Promise<Cart>;
  /**
   * Change my password.
   *
   * Ends every other session of the customer; this one continues.
   *
   * `POST /store/v1/customers/me/password`.
   */
  changeOwnPassword(input: ChangeOwnPasswordInput, options?: CallOptions): Promise<void>;
  /**
   * Check out a cart.
   *
   * In one transaction: the order with a snapshot of lines, prices, tax, discount and addresses, the stock reserved, the use of the discount code counted, the payment created, `order.created` recorded. Needs lines, a shipping address and a shipping option; a cart of goods that need no shipping (`requiresShipping`) a billing address instead. An order whose total is 0 is `paid` at once, with `order.paid`, and has no payment. With `expectedTotal` it is refused if the cart’s total has changed. The payment method has to be offered for the cart as it is then, else nothing is written. The order keeps version and hash of the `acceptedTexts`; a store may require some. Send an Idempotency-Key: a retry after a lost response then returns the same order, not `cart_completed`.
   *
   * `POST /store/v1/carts/{cartId}/checkout`.
   */
  checkout(input: CheckoutInput, options?: CallOptions): Promise<CheckoutResponse>;
  /**
   * Choose a shipping option.
   *
   * One of the ids that GET …/shipping-options lists.
   *
   * `POST /store/v1/carts/{cartId}/shipping-option`.
   */
  chooseShippingOption(input: ChooseShippingOptionInput, options?: CallOptions): Promise<Cart>;
  /**
   * Claim a cart.
   *
   * Gives a guest’s cart to the signed-in customer permanently, so that a login keeps what was chosen before. A cart that is already theirs is not changed; another customer’s is not found. Of concurrent claims one succeeds.
   *
   * `POST /store/v1/carts/{cartId}/claim`.
   */
  claimCart(input: ClaimCartInput, options?: CallOptions): Promise<Cart>;
  /**
   * Confirm an email change.
   *
   * Changes the address, which must still be free. The old address is notified.
   *
   * `POST /store/v1/customers/email/confirm`.
   */
  confirmEmailChange(input: ConfirmEmailChangeInput, options?: CallOptions): Promise<Profile>;
  /**
   * Start a cart.
   *
   * A guest’s cart is protected by its id: anyone who knows the id can use the cart. A cart that a signed-in customer creates, claims or checks out is visible to that customer only. It expires 30 days (`CART_LIFETIME_DAYS`) after its last change.
   *
   * `POST /store/v1/carts`.
   */
  createCart(input?: CreateCartInput, options?: CallOptions): Promise<Cart>;
  /**
   * Add an address.
   *
   * The fields and limits of a shipping address.
   *
   * `POST /store/v1/customers/me/addresses`.
   */
  createOwnAddress(input: CreateOwnAddressInput, options?: CallOptions): Promise<CustomerAddress>;
  /**
   * Delete an address.
   *
   * Orders keep their own copy.
   *
   * `DELETE /store/v1/customers/me/addresses/{id}`.
   */
  deleteOwnAddress(input: DeleteOwnAddressInput, options?: CallOptions): Promise<void>;
  /**
   * Download my export.
   *
   * Until it expires.
   *
   * `GET /store/v1/customers/me/exports/{id}/file`.
   */
  downloadOwnExport(input: DownloadOwnExportInput, options?: CallOptions): Promise<ReadableStream<Uint8Array>>;
  /**
   * Find where an address leads.
   *
   * For a storefront that has no page at this path: it answers 301 with `to`, a path of its own. With a query, the redirect of the whole counts before that of the path alone.
   *
   * `GET /store/v1/redirects`.
   */
  findRedirect(input: FindRedirectInput, options?: CallOptions): Promise<FindRedirectResponse>;
  /**
   * Get a cart.
   *
   * Prices are the current prices of the catalogue; the order keeps those of its checkout. The line’s `issues` name a price or stock that has changed since the quantity was chosen. Until there is a shipping address, or a billing address where nothing is shipped, tax is that of the store’s country.
   *
   * `GET /store/v1/carts/{cartId}`.
   */
  getCart(input: GetCartInput, options?: CallOptions): Promise<Cart>;
  /**
   * Get a credit note of the order that a cart became as PDF.
   *
   * Takes the id of one of the `creditNotes` of the order, or of what cancels one. The document is issued once and never changed, and its bytes stay the same.
   *
   * `GET /store/v1/carts/{cartId}/order/credit-notes/{creditNoteId}`.
   */
  getCartCreditNote(input: GetCartCreditNoteInput, options?: CallOptions): Promise<Uint8Array>;
  /**
   * Get a credit note of the order that a cart became as data.
   *
   * Takes the id of one of the `creditNotes` of the order, or of what cancels one. The document is issued once and never changed.
   *
   * `GET /store/v1/carts/{cartId}/order/credit-notes/{creditNoteId}/data`.
   */
  getCartCreditNoteData(input: GetCartCreditNoteDataInput, options?: CallOptions): Promise<CartCreditNoteData>;
  /**
   * Get a credit note of the order that a cart became as XML of EN 16931.
   *
   * Cross Industry Invoice of UN/CEFACT with the content of EN 16931, which is in the PDF as well. `hasEInvoices` of the order says whether there is one.
   *
   * `GET /store/v1/carts/{cartId}/order/credit-notes/{creditNoteId}/xml`.
   */
  getCartCreditNoteXml(input: GetCartCreditNoteXmlInput, options?: CallOptions): Promise<Uint8Array>;
  /**
   * Get the invoice of the order that a cart became, as PDF.
   *
   * For the visitor who may see that order. The document is issued once and never changed, and its bytes stay the same. `invoiceNumber` of the order says whether it has been issued.
   *
   * `GET /store/v1/carts/{cartId}/order/invoice`.
   */
  getCartInvoice(input: GetCartInvoiceInput, options?: CallOptions): Promise<Uint8Array>;
  /**
   * Get the invoice of the order that a cart became, as data.
   *
   * The document as data, as it was issued. It is never changed.
   *
   * `GET /store/v1/carts/{cartId}/order/invoice/data`.
   */
  getCartInvoiceData(input: GetCartInvoiceDataInput, options?: CallOptions): Promise<CartInvoiceData>;
  /**
   * Get the invoice of the order that a cart became as XML of EN 16931.
   *
   * Cross Industry Invoice of UN/CEFACT with the content of EN 16931, which is in the PDF as well. `hasEInvoices` of the order says whether there is one.
   *
   * `GET /store/v1/carts/{cartId}/order/invoice/xml`.
   */
  getCartInvoiceXml(input: GetCartInvoiceXmlInput, options?: CallOptions): Promise<Uint8Array>;
  /**
   * Get the order that a cart became.
   *
   * For the confirmation page, and for a guest who returns. For a guest, the cart’s id is the credential, because only the shopper knows it; the order of a customer’s cart is visible to that customer only. Internal details for operators are omitted. A cart that isn’t checked out has no order.
   *
   * `GET /store/v1/carts/{cartId}/order`.
   */
  getCartOrder(input: GetCartOrderInput, options?: CallOptions): Promise<StoreOrder>;
  /**
   * Get the public keys of a store.
   *
   * The keys that sign the store’s deliveries, as a JSON Web Key Set. The host of the request names the store. May be kept for an hour; a receiver that meets an unknown `keyid` asks again.
   *
   * `GET /.well-known/jwks.json`.
   */
  getKeys(input?: undefined, options?: CallOptions): Promise<Keys>;
  /**
   * Get a credit note of one of my orders as PDF.
   *
   * Takes the id of one of the `creditNotes` of the order, or of what cancels one. The document is issued once and never changed, and its bytes stay the same.
   *
   * `GET /store/v1/customers/me/orders/{id}/credit-notes/{creditNoteId}`.
   */
  getOwnCreditNote(input: GetOwnCreditNoteInput, options?: CallOptions): Promise<Uint8Array>;
  /**
   * Get a credit note of one of my orders as data.
   *
   * Takes the id of one of the `creditNotes` of the order, or of what cancels one. The document is issued once and never changed.
   *
   * `GET /store/v1/customers/me/orders/{id}/credit-notes/{creditNoteId}/data`.
   */
  getOwnCreditNoteData(input: GetOwnCreditNoteDataInput, options?: CallOptions): Promise<CartCreditNoteData>;
  /**
   * Get a credit note of one of my orders as XML of EN 16931.
   *
   * Cross Industry Invoice of UN/CEFACT with the content of EN 16931, which is in the PDF as well. `hasEInvoices` of the order says whether there is one.
   *
   * `GET /store/v1/customers/me/orders/{id}/credit-notes/{creditNoteId}/xml`.
   */
  getOwnCreditNoteXml(input: GetOwnCreditNoteXmlInput, options?: CallOptions): Promise<Uint8Array>;
  /**
   * Get the progress of my export.
   *
   * It can be downloaded when it is completed.
   *
   * `GET /store/v1/customers/me/exports/{id}`.
   */
  getOwnExport(input: GetOwnExportInput, options?: CallOptions): Promise<CustomerExport>;
  /**
   * Get one of my orders of the former shop.
   *
   * With its lines, sums and addresses as the former shop said them.
   *
   * `GET /store/v1/customers/me/former-orders/{id}`.
   */
  getOwnFormerOrder(input: GetOwnFormerOrderInput, options?: CallOptions): Promise<OwnFormerOrder>;
  /**
   * Get the invoice of one of my orders as PDF.
   *
   * The document is issued once and never changed, and its bytes stay the same. `invoiceNumber` of the order says whether it has been issued.
   *
   * `GET /store/v1/customers/me/orders/{id}/invoice`.
   */
  getOwnInvoice(input: GetOwnInvoiceInput, options?: CallOptions): Promise<Uint8Array>;
  /**
   * Get the invoice of one of my orders as data.
   *
   * The document as data, as it was issued. It is never changed.
   *
   * `GET /store/v1/customers/me/orders/{id}/invoice/data`.
   */
  getOwnInvoiceData(input: GetOwnInvoiceDataInput, options?: CallOptions): Promise<CartInvoiceData>;
  /**
   * Get the invoice of one of my orders as XML of EN 16931.
   *
   * Cross Industry Invoice of UN/CEFACT with the content of EN 16931, which is in the PDF as well. `hasEInvoices` of the order says whether there is one.
   *
   * `GET /store/v1/customers/me/orders/{id}/invoice/xml`.
   */
  getOwnInvoiceXml(input: GetOwnInvoiceXmlInput, options?: CallOptions): Promise<Uint8Array>;
  /**
   * Get one of my orders.
   *
   * With its lines, its addresses, its parcels, the number of its invoice and its credit notes.
   *
   * `GET /store/v1/customers/me/orders/{id}`.
   */
  getOwnOrder(input: GetOwnOrderInput, options?: CallOptions): Promise<OwnOrder>;
  /**
   * Get my profile.
   *
   * The signed-in customer.
   *
   * `GET /store/v1/customers/me`.
   */
  getOwnProfile(input?: undefined, options?: CallOptions): Promise<Profile>;
  /**
   * Get a category of the store by its slug.
   *
   * A former slug redirects to the current one.
   *
   * `GET /store/v1/categories/{slug}`.
   */
  getStoreCategory(input: GetStoreCategoryInput, options?: CallOptions): Promise<StoreCategory>;
  /**
   * Get the configuration of a storefront.
   *
   * No secrets. Until compliance is configured, consent is required and no tracker runs. Tracker ids are text of the store’s operators: escape them.
   *
   * `GET /store/v1/config`.
   */
  getStoreConfig(input?: undefined, options?: CallOptions): Promise<StoreConfig>;
  /**
   * Get a published product by its slug.
   *
   * A former slug redirects to the current one. A draft is not found. `price` of a variant is the signed-in customer’s.
   *
   * `GET /store/v1/products/{slug}`.
   */
  getStoreProduct(input: GetStoreProductInput, options?: CallOptions): Promise<StoreProduct>;
  /**
   * Count the published products by category, option, price and availability.
   *
   * For the filters of the list, all of which apply. Counts the newest 1000 that match; `isTotalCapped` says when there are more. Categories count what is below them too. At most 100 categories and 200 values of options, those of most products first. A product whose slug is `facets` is shown in lists only.
   *
   * `GET /store/v1/products/facets`.
   */
  getStoreProductFacets(input?: GetStoreProductFacetsInput, options?: CallOptions): Promise<StoreProductFacets>;
  /**
   * List the returns of the order that a cart became.
   *
   * Oldest first.
   *
   * `GET /store/v1/carts/{cartId}/order/returns`.
   */
  listCartReturns(input: ListCartReturnsInput, options?: CallOptions): Promise<ListCartReturnsResponse>;
  /**
   * List the current terms and other legal texts.
   *
   * The newest of each kind and language. A checkout sends the `kind` and `sha256` of those that the shopper accepted, as `acceptedTexts`. They are plain text of the store’s operators: escape them.
   *
   * `GET /store/v1/legal-texts`.
   */
  listCurrentTexts(input?: undefined, options?: CallOptions): Promise<ListCurrentTextsResponse>;
  /**
   * List my addresses.
   *
   * The address book, newest first.
   *
   * `GET /store/v1/customers/me/addresses`.
   */
  listOwnAddresses: Paged<ListOwnAddressesInput, CustomerAddress>;
  /**
   * List my consents.
   *
   * Every consent that was given or withdrawn, newest first.
   *
   * `GET /store/v1/customers/me/consents`.
   */
  listOwnConsents: Paged<ListOwnConsentsInput, OwnConsent>;
  /**
   * List my orders of the former shop.
   *
   * Orders of the shop that the store had before, with the address of the customer once it is confirmed, by the time at which they were placed, newest first.
   *
   * `GET /store/v1/customers/me/former-orders`.
   */
  listOwnFormerOrders: Paged<ListOwnFormerOrdersInput, ListOwnFormerOrdersItem, ListOwnFormerOrdersResponse>;
  /**
   * List my orders.
   *
   * Orders that were checked out while signed in, newest first.
   *
   * `GET /store/v1/customers/me/orders`.
   */
  listOwnOrders: Paged<ListOwnOrdersInput, ListOwnOrdersItem, ListOwnOrdersResponse>;
  /**
   * List the payment methods of one of my orders.
   *
   * As of the cart that it was: what the order, as long as it waits for a payment, may be paid with; else none.
   *
   * `GET /store/v1/customers/me/orders/{id}/payment-methods`.
   */
  listOwnPaymentMethods(input: ListOwnPaymentMethodsInput, options?: CallOptions): Promise<ListOwnPaymentMethodsResponse>;
  /**
   * List the returns of my order.
   *
   * Oldest first.
   *
   * `GET /store/v1/customers/me/orders/{id}/returns`.
   */
  listOwnReturns(input: ListOwnReturnsInput, options?: CallOptions): Promise<ListCartReturnsResponse>;
  /**
   * List the payment methods of a cart.
   *
   * The store’s active payment accounts that take the cart’s currency and total, and buyers of its country (of the billing address, else of the shipping address, else the store’s), in the store’s order: at most 20. None where nothing is to be paid, or where the store has none for it. A store without an active account has one, of the deployment. Of a cart that is an order: what the order, as long as it waits for a payment, may be paid with.
   *
   * `GET /store/v1/carts/{cartId}/payment-methods`.
   */
  listPaymentMethods(input: ListPaymentMethodsInput, options?: CallOptions): Promise<ListOwnPaymentMethodsResponse>;
  /**
   * List the shipping options of a cart.
   *
   * The options offered for the shipping address in the cart’s currency, with the price of each for this cart. None, where nothing of the cart is shipped. Goods of an option with a `pickupPlace` are picked up there: the cart then needs a billing address and no shipping address. Carriers are asked for their rates here, once the shipping address is known; what they say is kept for the cart for 30 minutes, as long as goods and address stay. Listing again asks what isn’t known, also of a carrier that didn’t answer, and whose option isn’t offered until then. A new store has one free option.
   *
   * `GET /store/v1/carts/{cartId}/shipping-options`.
   */
  listShippingOptions(input: ListShippingOptionsInput, options?: CallOptions): Promise<ListDraftShippingOptionsResponse>;
  /**
   * Get the category tree of the store.
   *
   * Siblings are in the order that the operators chose.
   *
   * `GET /store/v1/categories`.
   */
  listStoreCategories(input?: undefined, options?: CallOptions): Promise<ListStoreCategoriesResponse>;
  /**
   * List, filter, sort and search the published products.
   *
   * All filters must match. One variant must match price, option and availability together. `q` finds products with all its words in title or description, as they begin or in the language of the store, or with a SKU that begins so; where that finds little, titles with similar spelling too. By `relevance` a title or SKU that is just so comes first, then products with all the words in the title, then the others; among equals the most sold come first, then the newest. In a store of some thousand products and more up to 1500 of many matches are sorted, those of the most sold among them. `price` is the signed-in customer’s; `priceFrom`, `priceTo`, the filters and the order by price are of base prices, in the store’s terms. `total` counts up to 10000, and `isTotalCapped` says when there are more. `cursor` takes the `nextCursor` of another response, and is as fast deep in a long list as at its start; with filters that many products meet a page may have fewer items than `pageSize`, and there are more as long as `nextCursor` isn’t null.
   *
   * `GET /store/v1/products`.
   */
  listStoreProducts: Paged<ListStoreProductsInput, ListStoreProductsItem, ListStoreProductsResponse>;
  /**
   * Log in.
   *
   * Returns a session token for `Authorization: Bearer …`, valid for 30 days. After several failures the delays grow, by account and by network address; accounts are never locked.
   *
   * `POST /store/v1/customers/login`.
   */
  loginCustomer(input: LoginCustomerInput, options?: CallOptions): Promise<LoginCustomerResponse>;
  /**
   * Log out.
   *
   * Ends this session and no other.
   *
   * `POST /store/v1/customers/logout`.
   */
  logoutCustomer(input?: undefined, options?: CallOptions): Promise<void>;
  /**
   * Pay the order of a payment link.
   *
   * As `POST …/carts/{cartId}/order/payment` does.
   *
   * `POST /store/v1/payment-links/payment`.
   */
  payByLink(input: PayByLinkInput, options?: CallOptions): Promise<PayByLinkResponse>;
  /**
   * Pay the order that a cart became, again or by another method.
   *
   * For an order that is `pending` and whose payment failed or wasn’t made. With the method of its newest open payment, as long as that is offered, the payment is handed out again; with another one a payment of what is due is made, and the former is cancelled at its provider: an order has at most 10. Without `paymentAccountId` the method of that payment stays, and else it is the first that is offered.
   *
   * `POST /store/v1/carts/{cartId}/order/payment`.
   */
  payCartOrder(input: PayCartOrderInput, options?: CallOptions): Promise<PayByLinkResponse>;
  /**
   * Pay one of my orders, again or by another method.
   *
   * As `POST /store/v1/carts/{cartId}/order/payment`, for a signed-in customer without the cart.
   *
   * `POST /store/v1/customers/me/orders/{id}/payment`.
   */
  payOwnOrder(input: PayOwnOrderInput, options?: CallOptions): Promise<PayByLinkResponse>;
  /**
   * Get the order of a payment link.
   *
   * For the page where it is paid, which needs no account: anyone with the link sees the goods, and no address.
   *
   * `POST /store/v1/payment-links/order`.
   */
  readPaymentLink(input: ReadPaymentLinkInput, options?: CallOptions): Promise<ReadPaymentLinkResponse>;
  /**
   * Give or withdraw a consent.
   *
   * Kept with the time, the network address and the version of the text that was shown. Former consents stay as they are.
   *
   * `POST /store/v1/customers/me/consents`.
   */
  recordOwnConsent(input: RecordOwnConsentInput, options?: CallOptions): Promise<OwnConsent>;
  /**
   * Register.
   *
   * Creates an account and sends a message to verify the address.
   *
   * `POST /store/v1/customers`.
   */
  registerCustomer(input: RegisterCustomerInput, options?: CallOptions): Promise<Profile>;
  /**
   * Remove a line from a cart.
   *
   * Returns the remaining cart. A gift stays as long as its discount applies.
   *
   * `DELETE /store/v1/carts/{cartId}/lines/{lineId}`.
   */
  removeCartLine(input: RemoveCartLineInput, options?: CallOptions): Promise<Cart>;
  /**
   * Remove the discount code.
   *
   * A cart without a code is not changed.
   *
   * `DELETE /store/v1/carts/{cartId}/discount-code`.
   */
  removeDiscountCode(input: RemoveDiscountCodeInput, options?: CallOptions): Promise<Cart>;
  /**
   * Replace an address.
   *
   * Replaces the whole address; absent fields are cleared.
   *
   * `PUT /store/v1/customers/me/addresses/{id}`.
   */
  replaceOwnAddress(input: ReplaceOwnAddressInput, options?: CallOptions): Promise<CustomerAddress>;
  /**
   * Request a return of the order that a cart became.
   *
   * For units that were shipped and aren’t in another return. It waits for an operator’s approval; its `note` then says what to do.
   *
   * `POST /store/v1/carts/{cartId}/order/returns`.
   */
  requestCartReturn(input: RequestCartReturnInput, options?: CallOptions): Promise<Return>;
  /**
   * Request an email change.
   *
   * The current password is required. The address changes when the new one is confirmed within an hour; the old one is notified. The response doesn’t say whether the new address has an account.
   *
   * `POST /store/v1/customers/me/email/change`.
   */
  requestEmailChange(input: RequestEmailChangeInput, options?: CallOptions): Promise<void>;
  /**
   * Export everything about me.
   *
   * The current password is required. The file is written in the background and can be downloaded for 7 days. Of the store’s own fields it has those that a storefront sees. One that is under way is returned instead of another.
   *
   * `POST /store/v1/customers/me/exports`.
   */
  requestOwnExport(input: RequestOwnExportInput, options?: CallOptions): Promise<CustomerExport>;
  /**
   * Request a return of my order.
   *
   * For units that were shipped and aren’t in another return. It waits for an operator’s approval; its `note` then says what to do.
   *
   * `POST /store/v1/customers/me/orders/{id}/returns`.
   */
  requestOwnReturn(input: RequestOwnReturnInput, options?: CallOptions): Promise<Return>;
  /**
   * Request a password reset.
   *
   * Always 202; a message is sent only if the address has an account.
   *
   * `POST /store/v1/customers/reset/request`.
   */
  requestPasswordReset(input: RequestPasswordResetInput, options?: CallOptions): Promise<void>;
  /**
   * Send the verification message again.
   *
   * An address that is already verified gets none.
   *
   * `POST /store/v1/customers/me/verification`.
   */
  requestVerification(input?: undefined, options?: CallOptions): Promise<void>;
  /**
   * Complete a password reset.
   *
   * The token works once, within 30 minutes. Ends all sessions of the customer.
   *
   * `POST /store/v1/customers/reset`.
   */
  resetPassword(input: ResetPasswordInput, options?: CallOptions): Promise<void>;
  /**
   * Set the billing address of a cart.
   *
   * Replaces the address. Without one the order is billed to the shipping address.
   *
   * `POST /store/v1/carts/{cartId}/billing-address`.
   */
  setBillingAddress(input: SetBillingAddressInput, options?: CallOptions): Promise<Cart>;
  /**
   * Set the shipping address of a cart.
   *
   * Replaces the address and recomputes the totals.
   *
   * `POST /store/v1/carts/{cartId}/shipping-address`.
   */
  setShippingAddress(input: SetShippingAddressInput, options?: CallOptions): Promise<Cart>;
  /**
   * Set the e-mail, currency, language and own fields of a cart, or decline gifts.
   *
   * Where the order’s messages go, and in which language its documents are. Another `currency` prices all lines again, and is refused where one has no price in it. The order takes `metadata` over.
   *
   * `PATCH /store/v1/carts/{cartId}`.
   */
  updateCart(input: UpdateCartInput, options?: CallOptions): Promise<Cart>;
  /**
   * Update my profile.
   *
   * An absent member keeps its value; null clears it. When the VAT number changes, the check runs again; another notation of the same number isn’t a change.
   *
   * `PATCH /store/v1/customers/me`.
   */
  updateOwnProfile(input: UpdateOwnProfileInput, options?: CallOptions): Promise<Profile>;
  /**
   * Verify the e-mail address.
   *
   * With the token of the message, valid for 3 days.
   *
   * `POST /store/v1/customers/verify`.
   */
  verifyCustomerEmail(input: VerifyCustomerEmailInput, options?: CallOptions): Promise<Profile>;
  /**
   * Withdraw from the order that a cart became.
   *
   * While something of it hasn’t left: afterwards request a return. The buyer gets an acknowledgement by mail, with what was received and when. Nothing is shipped any more; an operator cancels and refunds the order, or acknowledges the withdrawal with a reason. A repetition changes nothing.
   *
   * `POST /store/v1/carts/{cartId}/order/withdrawal`.
   */
  withdrawCartOrder(input: WithdrawCartOrderInput, options?: CallOptions): Promise<WithdrawCartOrderResponse>;
  /**
   * Withdraw from one of my orders.
   *
   * While something of it hasn’t left: afterwards request a return. The buyer gets an acknowledgement by mail, with what was received and when. Nothing is shipped any more; an operator cancels and refunds the order, or acknowledges the withdrawal with a reason. A repetition changes nothing.
   *
   * `POST /store/v1/customers/me/orders/{id}/withdrawal`.
   */
  withdrawOwnOrder(input: WithdrawOwnOrderInput, options?: CallOptions): Promise<WithdrawCartOrderResponse>;
}

export interface SetupClient {
  /**
   * Configure compliance.
   *
   * Replaces the whole configuration: what the body omits is switched off.
   *
   * `POST /setup/v1/compliance/configure`. Permission `settings:write`.
   */
  complianceConfigure(input: ComplianceConfigureInput, options?: CallOptions): Promise<Compliance>;
  /**
   * Create a store.
   *
   * Creates a store with its first operator (role owner) and one free shipping option, so that checkout works at once. Needs SETUP_TOKEN as bearer token.
   *
   * `POST /setup/v1/tenants`.
   */
  createTenant(input: CreateTenantInput, options?: CallOptions): Promise<CreateTenantResponse>;
  /**
   * Get the compliance configuration.
   *
   * Before the first configuration `configuredAt` is null, consent is required and no tracker runs.
   *
   * `GET /setup/v1/compliance`. Permission `settings:read`.
   */
  getCompliance(input?: undefined, options?: CallOptions): Promise<Compliance>;
  /**
   * Health check.
   *
   * Returns 200 while orders can be accepted. `degraded` means that the queue is unavailable: changes are safe in the database, and deliveries are sent later. `maintenance` means that an upgrade is under way: every other request gets 503 with `Retry-After`. 503 when the database is unavailable, when its disk was full less than a minute ago, or when its schema doesn’t fit the version of this process: the detail then says which one is expected.
   *
   * `GET /health`.
   */
  getHealth(input?: undefined, options?: CallOptions): Promise<Health>;
  /**
   * Get the public keys of a store by its id.
   *
   * The keys that sign the store’s deliveries, as a JSON Web Key Set: for receivers that don’t know a host of the store. May be kept for an hour; a receiver that meets an unknown `keyid` asks again.
   *
   * `GET /webhooks/{storeId}/keys`.
   */
  getKeysOfStore(input: GetKeysOfStoreInput, options?: CallOptions): Promise<Keys>;
  /**
   * Get the progress of the setup.
   *
   * Each step of the store’s setup, whether it is done, and which operation does it.
   *
   * `GET /setup/v1/status`. Permission `settings:read`.
   */
  getSetupStatus(input?: undefined, options?: CallOptions): Promise<SetupStatus>;
  /**
   * Get the addresses that deliveries come from.
   *
   * For subscribers whose firewall allows only these. Empty: the deployment publishes none, and only the signature identifies the sender. May be kept for an hour.
   *
   * `GET /webhooks/addresses`.
   */
  getWebhookAddresses(input?: undefined, options?: CallOptions): Promise<WebhookAddresses>;
  /**
   * Payment provider callback of a store’s account.
   *
   * As `POST /webhooks/payment`, keyed with the `webhookSecret` of the payment account that the address names. Its events find payments that were made with this account, and orders of its store, and no others. The provider of a module has its own signature and its own body, a JSON object.
   *
   * `POST /webhooks/payment/{accountId}`.
   */
  receiveAccountEvent(input: ReceiveAccountEventInput, options?: CallOptions): Promise<ReceiveAccountEventResponse>;
  /**
   * Payment provider callback.
   *
   * Of the deployment’s own account. Carries `payment-signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">`, keyed with PAYMENT_WEBHOOK_SECRET and at most 5 minutes old. The body may have 1 MiB. Events are deduplicated by their id; an event of an unknown type is stored and acknowledged. If processing fails, the response is 500, so that the provider sends the event again.
   *
   * `POST /webhooks/payment`.
   */
  receivePaymentEvent(input: ReceivePaymentEventInput, options?: CallOptions): Promise<ReceiveAccountEventResponse>;
}

/** The codes that each method may be refused with. */
export interface OperationErrors {
  acceptInvitation: "dependency_unavailable" | "duplicate_email" | "headers_too_large" | "internal_error" | "malformed_json" | "payload_too_large" | "request_timeout" | "store_suspended" | "token_invalid" | "too_many_requests" | "unsupported_media_type" | "validation_failed";
  acknowledgeOrder: "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_json" | "malformed_path" | "not_found" | "nothing_to_acknowledge" | "payload_too_large" | "permission_missing" | "precondition_failed" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  addCartLine: "amount_too_large" | "cart_completed" | "cart_full" | "currency_mismatch" | "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_json" | "malformed_path" | "not_found" | "payload_too_large" | "precondition_failed" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  addOrderNote: "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_json" | "malformed_path" | "not_found" | "payload_too_large" | "permission_missing" | "precondition_failed" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  adjustStock: "below_reserved" | "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "insufficient_stock" | "internal_error" | "malformed_json" | "malformed_path" | "not_found" | "payload_too_large" | "permission_missing" | "precondition_failed" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  applyDiscountCode: "amount_too_large" | "cart_completed" | "dependency_unavailable" | "discount_not_applicable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_json" | "malformed_path" | "not_found" | "payload_too_large" | "precondition_failed" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  approveReturn: "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "illegal_return_transition" | "internal_error" | "malformed_json" | "malformed_path" | "not_found" | "payload_too_large" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  beginSecondFactor: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_json" | "payload_too_large" | "permission_missing" | "request_timeout" | "step_up_failed" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  cancelLabel: "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "label_not_possible" | "label_refused" | "malformed_json" | "malformed_path" | "not_found" | "payload_too_large" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  cancelOrder: "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "illegal_transition" | "internal_error" | "malformed_json" | "malformed_path" | "not_found" | "payload_too_large" | "permission_missing" | "precondition_failed" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  cancelRecovery: "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "recovery_ended" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  capturePayment: "capture_refused" | "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_json" | "malformed_path" | "not_found" | "payload_too_large" | "payment_not_authorised" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  changeCartLine: "amount_too_large" | "cart_completed" | "dependency_unavailable" | "gift_line" | "headers_too_large" | "internal_error" | "malformed_json" | "malformed_path" | "not_found" | "payload_too_large" | "precondition_failed" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  changeOperatorPassword: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_json" | "payload_too_large" | "permission_missing" | "request_timeout" | "step_up_failed" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  changeOrder: "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "illegal_transition" | "internal_error" | "malformed_json" | "malformed_path" | "not_found" | "order_not_payable" | "payload_too_large" | "payment_disputed" | "payment_method_unavailable" | "permission_missing" | "precondition_failed" | "quantity_exceeded" | "refund_exceeds_captured" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  changeOwnPassword: "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_json" | "payload_too_large" | "request_timeout" | "step_up_failed" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  checkout: "amount_too_large" | "cart_completed" | "cart_incomplete" | "dependency_unavailable" | "discount_not_applicable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "insufficient_stock" | "internal_error" | "malformed_json" | "malformed_path" | "not_found" | "payload_too_large" | "payment_method_unavailable" | "precondition_failed" | "request_timeout" | "store_suspended" | "tax_unavailable" | "texts_not_accepted" | "too_many_requests" | "too_many_unpaid_orders" | "total_changed" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  chooseShippingOption: "amount_too_large" | "cart_completed" | "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_json" | "malformed_path" | "not_found" | "payload_too_large" | "precondition_failed" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  claimCart: "amount_too_large" | "cart_completed" | "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_path" | "not_found" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  claimDeliveries: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_json" | "malformed_path" | "not_a_pull_subscription" | "not_found" | "payload_too_large" | "permission_missing" | "request_timeout" | "store_suspended" | "subscription_expired" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  complianceConfigure: "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_json" | "payload_too_large" | "permission_missing" | "precondition_failed" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  confirmEmailChange: "dependency_unavailable" | "duplicate_email" | "headers_too_large" | "internal_error" | "malformed_json" | "payload_too_large" | "request_timeout" | "store_suspended" | "token_invalid" | "too_many_requests" | "unsupported_media_type" | "validation_failed";
  confirmSecondFactor: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_json" | "payload_too_large" | "permission_missing" | "request_timeout" | "second_factor_invalid" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  createApiKey: "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_json" | "payload_too_large" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  createCart: "currency_not_sold" | "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_json" | "payload_too_large" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  createCategory: "dependency_unavailable" | "duplicate_slug" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_json" | "not_found" | "payload_too_large" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  createCustomer: "dependency_unavailable" | "duplicate_email" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_json" | "payload_too_large" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  createCustomerAddress: "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_json" | "malformed_path" | "not_found" | "payload_too_large" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  createCustomerGroup: "dependency_unavailable" | "duplicate_name" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_json" | "payload_too_large" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  createDiscount: "dependency_unavailable" | "duplicate_code" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_json" | "payload_too_large" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_discounts" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  createDraftOrder: "amount_too_large" | "currency_not_sold" | "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_json" | "payload_too_large" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_draft_orders" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  createLabel: "dependency_unavailable" | "exchange_unpaid" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "illegal_transition" | "internal_error" | "label_exists" | "label_not_possible" | "label_refused" | "malformed_json" | "malformed_path" | "not_found" | "order_withdrawn" | "payload_too_large" | "payment_disputed" | "payment_mismatch" | "permission_missing" | "quantity_exceeded" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  createOwnAddress: "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_json" | "payload_too_large" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  createPaymentAccount: "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_json" | "payload_too_large" | "payment_account_incomplete" | "payment_account_refused" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_payment_accounts" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  createPortalSession: "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_json" | "not_found" | "payload_too_large" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  createPriceList: "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_json" | "payload_too_large" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_price_lists" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  createProduct: "dependency_unavailable" | "duplicate_sku" | "duplicate_slug" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_json" | "not_found" | "payload_too_large" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  createRecovery: "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_json" | "not_found" | "payload_too_large" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  createReturn: "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_json" | "malformed_path" | "not_found" | "payload_too_large" | "permission_missing" | "quantity_exceeded" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  createSubscription: "credentials_in_url" | "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "insecure_url" | "internal_error" | "invalid_url" | "malformed_json" | "payload_too_large" | "permission_missing" | "refused_address" | "request_timeout" | "reserved_header" | "store_suspended" | "too_many_requests" | "too_many_subscriptions" | "unauthenticated" | "unresolvable_host" | "unsupported_media_type" | "validation_failed";
  createTenant: "dependency_unavailable" | "duplicate_email" | "headers_too_large" | "internal_error" | "malformed_json" | "payload_too_large" | "request_timeout" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  createVariant: "dependency_unavailable" | "duplicate_sku" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_json" | "malformed_path" | "not_found" | "payload_too_large" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  deleteCategory: "category_not_empty" | "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "precondition_failed" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  deleteCustomerAddress: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "precondition_failed" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  deleteCustomerGroup: "customer_group_in_use" | "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "precondition_failed" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  deleteDiscount: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "precondition_failed" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  deleteDraftOrder: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "precondition_failed" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  deleteFormerOrder: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  deleteOwnAddress: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "precondition_failed" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  deletePaymentAccount: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "payment_account_in_use" | "permission_missing" | "precondition_failed" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  deletePriceList: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "precondition_failed" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  deleteProduct: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "precondition_failed" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  deleteRedirect: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  deleteSubscription: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "precondition_failed" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  deleteVariant: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "precondition_failed" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  disableCustomer: "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "precondition_failed" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  downloadCustomerExport: "dependency_unavailable" | "export_not_ready" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  downloadOwnExport: "dependency_unavailable" | "export_not_ready" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  draftFromOrder: "amount_too_large" | "currency_not_sold" | "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "illegal_transition" | "internal_error" | "malformed_json" | "malformed_path" | "not_found" | "payload_too_large" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_draft_orders" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  enableCustomer: "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "precondition_failed" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  endOwnSession: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  endOwnSessions: "dependency_unavailable" | "headers_too_large" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  eraseBuyer: "customer_has_open_orders" | "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  eraseCustomer: "customer_has_open_orders" | "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  exchangeReturn: "amount_too_large" | "dependency_unavailable" | "exchange_unpaid" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "illegal_return_transition" | "illegal_transition" | "insufficient_stock" | "internal_error" | "malformed_json" | "malformed_path" | "not_found" | "payload_too_large" | "payment_disputed" | "permission_missing" | "quantity_exceeded" | "refund_exceeds_captured" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  expireAllPortalSessions: "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_json" | "payload_too_large" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  expirePortalSession: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  exportCustomers: "dependency_unavailable" | "headers_too_large" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  exportDiscountCodes: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  exportMoney: "dependency_unavailable" | "headers_too_large" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  exportOrders: "dependency_unavailable" | "headers_too_large" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  exportProducts: "dependency_unavailable" | "headers_too_large" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  findRedirect: "dependency_unavailable" | "headers_too_large" | "internal_error" | "not_found" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  generateDiscountCodes: "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_json" | "malformed_path" | "not_found" | "payload_too_large" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_discount_codes" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  getAccountReport: "dependency_unavailable" | "headers_too_large" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getCart: "amount_too_large" | "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getCartCreditNote: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "not_paid" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getCartCreditNoteData: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "not_paid" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getCartCreditNoteXml: "dependency_unavailable" | "e_invoice_incomplete" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "not_paid" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getCartInvoice: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "not_paid" | "not_shipped" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getCartInvoiceData: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "not_paid" | "not_shipped" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getCartInvoiceXml: "dependency_unavailable" | "e_invoice_incomplete" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "not_paid" | "not_shipped" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getCartOrder: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getCategory: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getCategoryTree: "dependency_unavailable" | "headers_too_large" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getCompliance: "dependency_unavailable" | "headers_too_large" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getCreditNote: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "not_paid" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getCreditNoteData: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "not_paid" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getCreditNoteXml: "dependency_unavailable" | "e_invoice_incomplete" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "not_paid" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getCurrentAdmin: "dependency_unavailable" | "headers_too_large" | "internal_error" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getCustomer: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getCustomerErasure: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getCustomerExport: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getCustomerGroup: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getCustomerImport: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getDelivery: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getDiscount: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getDraftOrder: "amount_too_large" | "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getEuRates: "dependency_unavailable" | "headers_too_large" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getFormerOrder: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getFormerOrderImport: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getHealth: "dependency_unavailable" | "headers_too_large" | "internal_error" | "request_timeout" | "too_many_requests" | "validation_failed";
  getHome: "dependency_unavailable" | "headers_too_large" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getInvoice: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "not_paid" | "not_shipped" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getInvoiceData: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "not_paid" | "not_shipped" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getInvoiceXml: "dependency_unavailable" | "e_invoice_incomplete" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "not_paid" | "not_shipped" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getKeys: "dependency_unavailable" | "headers_too_large" | "internal_error" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getKeysOfStore: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "request_timeout" | "too_many_requests" | "validation_failed";
  getLabelFile: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getMailSettings: "dependency_unavailable" | "headers_too_large" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getNotificationSettings: "dependency_unavailable" | "headers_too_large" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getOrder: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getOrderErasure: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getOwnCreditNote: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "not_paid" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getOwnCreditNoteData: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "not_paid" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getOwnCreditNoteXml: "dependency_unavailable" | "e_invoice_incomplete" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "not_paid" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getOwnExport: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getOwnFormerOrder: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getOwnInvoice: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "not_paid" | "not_shipped" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getOwnInvoiceData: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "not_paid" | "not_shipped" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getOwnInvoiceXml: "dependency_unavailable" | "e_invoice_incomplete" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "not_paid" | "not_shipped" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getOwnOrder: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getOwnProfile: "dependency_unavailable" | "headers_too_large" | "internal_error" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getPaymentAccount: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getPictureImport: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getPortalSettings: "dependency_unavailable" | "headers_too_large" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getPriceList: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getPrivacySettings: "dependency_unavailable" | "headers_too_large" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getProduct: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getProductImport: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getRecovery: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getRedirectImport: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getReturn: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getSales: "dependency_unavailable" | "headers_too_large" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getSettings: "dependency_unavailable" | "headers_too_large" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getSetupStatus: "dependency_unavailable" | "headers_too_large" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getShippingSettings: "dependency_unavailable" | "headers_too_large" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getStock: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getStoreCategory: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getStoreConfig: "dependency_unavailable" | "headers_too_large" | "internal_error" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getStoreProduct: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getStoreProductFacets: "dependency_unavailable" | "headers_too_large" | "internal_error" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getSubscription: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getSubscriptionStats: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getTaxReport: "dependency_unavailable" | "headers_too_large" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getTaxSettings: "dependency_unavailable" | "headers_too_large" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getUser: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getVariant: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  getWebhookAddresses: "dependency_unavailable" | "headers_too_large" | "internal_error" | "request_timeout" | "too_many_requests" | "validation_failed";
  getWebhookMetrics: "dependency_unavailable" | "headers_too_large" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  importCustomers: "dependency_unavailable" | "headers_too_large" | "internal_error" | "payload_too_large" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  importFormerOrders: "dependency_unavailable" | "headers_too_large" | "internal_error" | "payload_too_large" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  importPictures: "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_json" | "not_found" | "payload_too_large" | "permission_missing" | "pictures_not_configured" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  importProducts: "dependency_unavailable" | "headers_too_large" | "internal_error" | "payload_too_large" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  importRedirects: "dependency_unavailable" | "headers_too_large" | "internal_error" | "payload_too_large" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  inviteUser: "dependency_unavailable" | "duplicate_email" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_json" | "payload_too_large" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  listApiKeys: "dependency_unavailable" | "headers_too_large" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listAuditRecords: "dependency_unavailable" | "headers_too_large" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listCartReturns: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listConsents: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listCurrentTexts: "dependency_unavailable" | "headers_too_large" | "internal_error" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listCustomerAddresses: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listCustomerExports: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listCustomerGroups: "dependency_unavailable" | "headers_too_large" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listCustomers: "dependency_unavailable" | "headers_too_large" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listDeliveries: "dependency_unavailable" | "headers_too_large" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listDiscountCodes: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listDiscounts: "dependency_unavailable" | "headers_too_large" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listDisputes: "dependency_unavailable" | "headers_too_large" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listDraftOrders: "dependency_unavailable" | "headers_too_large" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listDraftShippingOptions: "amount_too_large" | "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listFailedPictures: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listFilterPaths: "dependency_unavailable" | "headers_too_large" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listFormerOrders: "dependency_unavailable" | "headers_too_large" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listInvitations: "dependency_unavailable" | "headers_too_large" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listLabelRates: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listLegalTexts: "dependency_unavailable" | "headers_too_large" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listMailTexts: "dependency_unavailable" | "headers_too_large" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listModules: "dependency_unavailable" | "headers_too_large" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listNotifications: "dependency_unavailable" | "headers_too_large" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listOrders: "dependency_unavailable" | "headers_too_large" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listOwnAddresses: "dependency_unavailable" | "headers_too_large" | "internal_error" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listOwnConsents: "dependency_unavailable" | "headers_too_large" | "internal_error" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listOwnFormerOrders: "dependency_unavailable" | "headers_too_large" | "internal_error" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listOwnOrders: "dependency_unavailable" | "headers_too_large" | "internal_error" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listOwnPaymentMethods: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listOwnReturns: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listOwnSessions: "dependency_unavailable" | "headers_too_large" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listPaymentAccounts: "dependency_unavailable" | "headers_too_large" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listPaymentEvents: "dependency_unavailable" | "headers_too_large" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listPaymentMethods: "amount_too_large" | "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listPayments: "dependency_unavailable" | "headers_too_large" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listPortalSessions: "dependency_unavailable" | "headers_too_large" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listPriceLists: "dependency_unavailable" | "headers_too_large" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listPrices: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listProducts: "dependency_unavailable" | "headers_too_large" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listRecoveries: "dependency_unavailable" | "headers_too_large" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listRedirects: "dependency_unavailable" | "headers_too_large" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listRefunds: "dependency_unavailable" | "headers_too_large" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listRefusedCustomers: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listRefusedFormerOrders: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listRefusedRedirects: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listRefusedRows: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listReturns: "dependency_unavailable" | "headers_too_large" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listShippingOptions: "amount_too_large" | "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listSigningKeys: "dependency_unavailable" | "headers_too_large" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listStockMovements: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listStoreCategories: "dependency_unavailable" | "headers_too_large" | "internal_error" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listStoreProducts: "dependency_unavailable" | "headers_too_large" | "internal_error" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listSubscriptionGaps: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listSubscriptions: "dependency_unavailable" | "headers_too_large" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listUsers: "dependency_unavailable" | "headers_too_large" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  listWebhookEvents: "dependency_unavailable" | "headers_too_large" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  login: "dependency_unavailable" | "headers_too_large" | "internal_error" | "invalid_credentials" | "malformed_json" | "payload_too_large" | "request_timeout" | "second_factor_invalid" | "second_factor_required" | "store_suspended" | "too_many_requests" | "unsupported_media_type" | "validation_failed";
  loginCustomer: "dependency_unavailable" | "headers_too_large" | "internal_error" | "invalid_credentials" | "malformed_json" | "payload_too_large" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  logout: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_json" | "payload_too_large" | "request_timeout" | "too_many_requests" | "unsupported_media_type" | "validation_failed";
  logoutCustomer: "dependency_unavailable" | "headers_too_large" | "internal_error" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  markPaymentPaid: "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_json" | "malformed_path" | "not_found" | "payload_too_large" | "payment_not_open" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  pauseRecovery: "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "recovery_ended" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  payByLink: "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_json" | "order_not_payable" | "payload_too_large" | "payment_method_unavailable" | "request_timeout" | "store_suspended" | "token_invalid" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  payCartOrder: "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_json" | "malformed_path" | "not_found" | "order_not_payable" | "payload_too_large" | "payment_method_unavailable" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  payOwnOrder: "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_json" | "malformed_path" | "not_found" | "order_not_payable" | "payload_too_large" | "payment_method_unavailable" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  placeDraftOrder: "amount_too_large" | "cart_incomplete" | "dependency_unavailable" | "discount_not_applicable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "insufficient_stock" | "internal_error" | "malformed_json" | "malformed_path" | "not_found" | "payload_too_large" | "payment_method_unavailable" | "permission_missing" | "precondition_failed" | "request_timeout" | "store_suspended" | "tax_unavailable" | "too_many_requests" | "total_changed" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  previewMail: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_json" | "not_found" | "payload_too_large" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  previewOrderChange: "dependency_unavailable" | "headers_too_large" | "illegal_transition" | "internal_error" | "malformed_json" | "malformed_path" | "not_found" | "order_not_payable" | "payload_too_large" | "payment_disputed" | "payment_method_unavailable" | "permission_missing" | "quantity_exceeded" | "refund_exceeds_captured" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  previewRefund: "dependency_unavailable" | "headers_too_large" | "illegal_transition" | "internal_error" | "malformed_json" | "malformed_path" | "not_found" | "payload_too_large" | "payment_disputed" | "permission_missing" | "quantity_exceeded" | "refund_exceeds_captured" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  publishLegalText: "dependency_unavailable" | "duplicate_version" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_json" | "payload_too_large" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  publishProduct: "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "precondition_failed" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  putMailSettings: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_json" | "not_found" | "payload_too_large" | "permission_missing" | "precondition_failed" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  putMailText: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_json" | "payload_too_large" | "permission_missing" | "precondition_failed" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  putNotificationSettings: "credentials_in_url" | "dependency_unavailable" | "headers_too_large" | "insecure_url" | "internal_error" | "invalid_url" | "malformed_json" | "payload_too_large" | "permission_missing" | "precondition_failed" | "refused_address" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unresolvable_host" | "unsupported_media_type" | "validation_failed";
  putPortalSettings: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_json" | "payload_too_large" | "permission_missing" | "precondition_failed" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  putPrivacySettings: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_json" | "payload_too_large" | "permission_missing" | "precondition_failed" | "request_timeout" | "store_suspended" | "text_missing" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  putShippingSettings: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_json" | "payload_too_large" | "permission_missing" | "precondition_failed" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  putTaxSettings: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_json" | "payload_too_large" | "permission_missing" | "precondition_failed" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  readAllNotifications: "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  readNotification: "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  readPaymentLink: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_json" | "payload_too_large" | "request_timeout" | "store_suspended" | "token_invalid" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  readyOrder: "dependency_unavailable" | "exchange_unpaid" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "illegal_transition" | "internal_error" | "malformed_json" | "malformed_path" | "not_found" | "nothing_to_pick_up" | "order_withdrawn" | "payload_too_large" | "payment_disputed" | "payment_mismatch" | "permission_missing" | "precondition_failed" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  receiveAccountEvent: "dependency_unavailable" | "headers_too_large" | "internal_error" | "invalid_signature" | "malformed_json" | "malformed_path" | "not_found" | "payload_too_large" | "request_timeout" | "too_many_requests" | "unsupported_media_type" | "validation_failed";
  receivePaymentEvent: "dependency_unavailable" | "headers_too_large" | "internal_error" | "invalid_signature" | "malformed_json" | "payload_too_large" | "request_timeout" | "too_many_requests" | "unsupported_media_type" | "validation_failed";
  receiveReturn: "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "illegal_return_transition" | "internal_error" | "malformed_json" | "malformed_path" | "not_found" | "payload_too_large" | "permission_missing" | "quantity_exceeded" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  recheckVat: "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "precondition_failed" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed" | "vat_number_missing";
  recordConsent: "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_json" | "malformed_path" | "not_found" | "payload_too_large" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  recordOwnConsent: "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_json" | "payload_too_large" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  redeliverDelivery: "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  refreshLogin: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_json" | "payload_too_large" | "request_timeout" | "token_invalid" | "too_many_requests" | "unsupported_media_type" | "validation_failed";
  refundOrder: "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "illegal_transition" | "internal_error" | "malformed_json" | "malformed_path" | "not_found" | "payload_too_large" | "payment_disputed" | "permission_missing" | "precondition_failed" | "quantity_exceeded" | "refund_exceeds_captured" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  refundReturn: "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "illegal_return_transition" | "illegal_transition" | "internal_error" | "malformed_json" | "malformed_path" | "not_found" | "payload_too_large" | "payment_disputed" | "permission_missing" | "quantity_exceeded" | "refund_exceeds_captured" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  registerCustomer: "dependency_unavailable" | "duplicate_email" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_json" | "payload_too_large" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  rejectReturn: "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "illegal_return_transition" | "internal_error" | "malformed_json" | "malformed_path" | "not_found" | "payload_too_large" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  removeCartLine: "amount_too_large" | "cart_completed" | "dependency_unavailable" | "gift_line" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "precondition_failed" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  removeDiscountCode: "amount_too_large" | "cart_completed" | "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "precondition_failed" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  removeSecondFactor: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_json" | "payload_too_large" | "permission_missing" | "request_timeout" | "step_up_failed" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  replaceCustomerAddress: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_json" | "malformed_path" | "not_found" | "payload_too_large" | "permission_missing" | "precondition_failed" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  replaceOwnAddress: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_json" | "malformed_path" | "not_found" | "payload_too_large" | "precondition_failed" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  replaceSettings: "currency_in_use" | "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_json" | "payload_too_large" | "permission_missing" | "precondition_failed" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  replayPaymentEvent: "already_applied" | "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  reportOutcomes: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_json" | "malformed_path" | "not_a_pull_subscription" | "not_claimed" | "not_found" | "payload_too_large" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  requestCartReturn: "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_json" | "malformed_path" | "not_found" | "payload_too_large" | "quantity_exceeded" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  requestCustomerExport: "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  requestEmailChange: "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_json" | "payload_too_large" | "request_timeout" | "step_up_failed" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  requestOperatorPasswordReset: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_json" | "payload_too_large" | "request_timeout" | "too_many_requests" | "unsupported_media_type" | "validation_failed";
  requestOwnExport: "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_json" | "payload_too_large" | "request_timeout" | "step_up_failed" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  requestOwnReturn: "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_json" | "malformed_path" | "not_found" | "payload_too_large" | "quantity_exceeded" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  requestPasswordReset: "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_json" | "payload_too_large" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  requestVerification: "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  resetOperatorPassword: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_json" | "payload_too_large" | "request_timeout" | "token_invalid" | "too_many_requests" | "unsupported_media_type" | "validation_failed";
  resetPassword: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_json" | "payload_too_large" | "request_timeout" | "store_suspended" | "token_invalid" | "too_many_requests" | "unsupported_media_type" | "validation_failed";
  resetSecondFactor: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  resumeRecovery: "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "recovery_ended" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  retryDelivery: "already_delivered" | "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  revokeApiKey: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  rotateSigningKey: "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_json" | "payload_too_large" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  rotateSubscriptionSecret: "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_json" | "malformed_path" | "not_found" | "payload_too_large" | "permission_missing" | "precondition_failed" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  search: "dependency_unavailable" | "headers_too_large" | "internal_error" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  sendPaymentLink: "dependency_unavailable" | "email_missing" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_path" | "not_found" | "order_not_payable" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  sendTestMail: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_json" | "not_found" | "payload_too_large" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  setBillingAddress: "amount_too_large" | "cart_completed" | "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_json" | "malformed_path" | "not_found" | "payload_too_large" | "precondition_failed" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  setPrices: "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_json" | "malformed_path" | "not_found" | "payload_too_large" | "permission_missing" | "precondition_failed" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  setRedirect: "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_json" | "payload_too_large" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  setShippingAddress: "amount_too_large" | "cart_completed" | "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_json" | "malformed_path" | "not_found" | "payload_too_large" | "precondition_failed" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  shipOrder: "dependency_unavailable" | "exchange_unpaid" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "illegal_transition" | "internal_error" | "malformed_json" | "malformed_path" | "not_found" | "order_withdrawn" | "payload_too_large" | "payment_disputed" | "payment_mismatch" | "permission_missing" | "precondition_failed" | "quantity_exceeded" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  tagOrders: "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "internal_error" | "malformed_json" | "not_found" | "payload_too_large" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  testFilter: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_json" | "payload_too_large" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  testSubscription: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_json" | "malformed_path" | "not_found" | "payload_too_large" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  updateCart: "amount_too_large" | "cart_completed" | "currency_mismatch" | "currency_not_sold" | "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_json" | "malformed_path" | "not_found" | "payload_too_large" | "precondition_failed" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  updateCategory: "category_circle" | "dependency_unavailable" | "duplicate_slug" | "headers_too_large" | "internal_error" | "malformed_json" | "malformed_path" | "not_found" | "payload_too_large" | "permission_missing" | "precondition_failed" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  updateCustomer: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_json" | "malformed_path" | "not_found" | "payload_too_large" | "permission_missing" | "precondition_failed" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  updateCustomerGroup: "dependency_unavailable" | "duplicate_name" | "headers_too_large" | "internal_error" | "malformed_json" | "malformed_path" | "not_found" | "payload_too_large" | "permission_missing" | "precondition_failed" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  updateDiscount: "dependency_unavailable" | "duplicate_code" | "headers_too_large" | "internal_error" | "malformed_json" | "malformed_path" | "not_found" | "payload_too_large" | "permission_missing" | "precondition_failed" | "request_timeout" | "store_suspended" | "too_many_discounts" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  updateDraftOrder: "amount_too_large" | "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_json" | "malformed_path" | "not_found" | "payload_too_large" | "permission_missing" | "precondition_failed" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  updateOrder: "address_fixed" | "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_json" | "malformed_path" | "not_found" | "payload_too_large" | "permission_missing" | "precondition_failed" | "request_timeout" | "store_suspended" | "tax_would_change" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  updateOwnProfile: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_json" | "payload_too_large" | "precondition_failed" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  updatePaymentAccount: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_json" | "malformed_path" | "not_found" | "payload_too_large" | "payment_account_incomplete" | "payment_account_refused" | "permission_missing" | "precondition_failed" | "request_timeout" | "store_suspended" | "too_many_payment_accounts" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  updatePriceList: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_json" | "malformed_path" | "not_found" | "payload_too_large" | "permission_missing" | "precondition_failed" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  updateProduct: "dependency_unavailable" | "duplicate_slug" | "headers_too_large" | "internal_error" | "malformed_json" | "malformed_path" | "not_found" | "payload_too_large" | "permission_missing" | "precondition_failed" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  updateSubscription: "credentials_in_url" | "dependency_unavailable" | "headers_too_large" | "insecure_url" | "internal_error" | "invalid_url" | "malformed_json" | "malformed_path" | "not_found" | "payload_too_large" | "permission_missing" | "precondition_failed" | "refused_address" | "request_timeout" | "reserved_header" | "store_suspended" | "subscription_expired" | "too_many_requests" | "unauthenticated" | "unresolvable_host" | "unsupported_media_type" | "validation_failed";
  updateUser: "dependency_unavailable" | "headers_too_large" | "internal_error" | "last_owner" | "malformed_json" | "malformed_path" | "not_found" | "payload_too_large" | "permission_missing" | "precondition_failed" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  updateVariant: "below_reserved" | "dependency_unavailable" | "duplicate_sku" | "headers_too_large" | "internal_error" | "malformed_json" | "malformed_path" | "not_found" | "payload_too_large" | "permission_missing" | "precondition_failed" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  uploadPicture: "dependency_unavailable" | "headers_too_large" | "internal_error" | "invalid_picture" | "payload_too_large" | "permission_missing" | "pictures_not_configured" | "request_timeout" | "store_suspended" | "too_many_pictures" | "too_many_requests" | "unauthenticated" | "unsupported_media_type" | "validation_failed";
  verifyCustomerEmail: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_json" | "payload_too_large" | "request_timeout" | "store_suspended" | "token_invalid" | "too_many_requests" | "unsupported_media_type" | "validation_failed";
  verifyStoreHost: "dependency_unavailable" | "headers_too_large" | "host_taken" | "host_unproven" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  withdrawCartOrder: "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "illegal_transition" | "internal_error" | "malformed_path" | "not_found" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  withdrawInvitation: "dependency_unavailable" | "headers_too_large" | "internal_error" | "malformed_path" | "not_found" | "permission_missing" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
  withdrawOwnOrder: "dependency_unavailable" | "headers_too_large" | "idempotency_key_in_flight" | "idempotency_key_reused" | "illegal_transition" | "internal_error" | "malformed_path" | "not_found" | "request_timeout" | "store_suspended" | "too_many_requests" | "unauthenticated" | "validation_failed";
}
