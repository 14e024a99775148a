import { type ErrorCode, type FieldError, refuse } from '@service/contract';

type Refusal = readonly [code: ErrorCode, detail: string, errors?: FieldError[]];

const TAKEN_SLUG = 'duplicate_slug';
const TAKEN_EMAIL = 'duplicate_email';

/** The refusal of a request that violates a constraint. Any other violation is a bug of ours. */
const REFUSALS: Readonly<Record<string, Refusal>> = {
  admin_user_emails_pkey: [TAKEN_EMAIL, 'Another operator has this e-mail.'],
  customers_tenant_id_email_key: [TAKEN_EMAIL, 'Another customer of this store has this e-mail.'],
  categories_tenant_id_slug_key: [TAKEN_SLUG, 'Another category of this store has this slug.'],
  products_tenant_id_slug_key: [TAKEN_SLUG, 'Another product of this store has this slug.'],
  variants_tenant_id_sku_key: ['duplicate_sku', 'Another variant of this store has this SKU.'],
  variants_tenant_id_product_id_fkey: ['not_found', 'The product doesn’t exist.'],
  payments_tenant_id_account_id_fkey: ['payment_account_in_use', 'Payments were made with this account.'],
  legal_texts_tenant_id_kind_locale_version_key: [
    'duplicate_version',
    'Another text of this kind and language has this version.',
  ],
  customer_groups_tenant_id_name_key: [
    'duplicate_name',
    'Another customer group of this store has this name.',
  ],
  customers_tenant_id_customer_group_id_fkey: ['customer_group_in_use', 'Customers belong to this group.'],
  price_lists_tenant_id_customer_group_id_fkey: ['customer_group_in_use', 'A price list is for this group.'],
  list_prices_tenant_id_variant_id_fkey: ['not_found', 'A variant doesn’t exist any more.'],
  discounts_tenant_id_code_key: ['duplicate_code', 'Another discount of this store has this code.'],
  cart_lines_quantity_check: [
    'validation_failed',
    'A line holds at most 9999 of a variant.',
    [{ path: '/body/quantity', code: 'maximum', message: 'together with what the cart has must be <= 9999' }],
  ],
};

/**
 * Turns Postgres's refusal of a row into the error of the interface; called wherever a transaction ends. The constraint, unlike
 * an earlier check, also holds when two requests come at once.
 */
export function refuseViolation(error: unknown): never {
  const { constraint = '' } = error as { constraint?: string };
  const refusal = REFUSALS[constraint];
  if (refusal) refuse(...refusal);
  throw error;
}
