import { patternsOf, ServiceError } from '@service/contract';
import { eachItem } from '@service/jobs/primitives';
import { type Context, inTransaction, type SystemContext, type Transaction } from '../context.ts';
import { customerPrincipal } from '../customers/index.ts';
import { recordEvent } from '../webhooks/index.ts';
import { cartReference } from './cart-reference.ts';
import { presentCart } from './present.ts';
import { readCart } from './read-cart.ts';

const NAME = 'cart.abandoned';

/**
 * Carts that were left behind earlier aren't told of: their shoppers don't remember them, and a store that begins to listen would
 * hear of a month at once.
 */
const TOLD_WITHIN = '1 day';

interface LeftBehind {
  id: string;
  customerId: string | null;
}

/**
 * Records `cart.abandoned` for carts with lines and an e-mail that nobody has changed for a while, `limit` of each store at most: only of
 * stores with a subscription that lists it, each in a transaction of its own. Returns how many carts were looked at. A cart that somebody
 * holds, a shopper or another worker, is left to the next time.
 */
export async function recordAbandonedCarts(system: SystemContext, limit = 20): Promise<number> {
  const stores = await system.db.sql<{ tenantId: string }[]>`
    SELECT DISTINCT tenant_id AS "tenantId" FROM webhook_subscriptions WHERE active AND events && ${patternsOf(NAME)}::text[]`;
  const told = await eachItem(
    stores,
    ({ tenantId }) => tellOf(system.forTenant(tenantId, { kind: 'system' }), limit),
    {
      onError: (err, { tenantId }) =>
        system.log.error({ err, tenantId }, 'no event was recorded of carts left behind'),
    },
  );
  return told.reduce<number>((sum, count) => sum + (count ?? 0), 0);
}

function tellOf(ctx: Context, limit: number): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const carts = await claim(tx, limit);
    for (const cart of carts) await tell(tx, cart);
    return carts.length;
  });
}

/** Each is told of once, whatever becomes of it. */
function claim(tx: Transaction, limit: number): Promise<LeftBehind[]> {
  const { abandonedAfterMinutes } = tx.services.carts;
  const now = tx.dbNow();
  return tx.db.sql<LeftBehind[]>`
    WITH behind AS (
      SELECT c.id FROM carts c
      WHERE c.tenant_id = ${tx.tenantId}::uuid AND c.completed_at IS NULL AND c.abandoned_at IS NULL AND NOT c.is_draft
        AND (c.email IS NOT NULL OR c.customer_id IS NOT NULL)
        AND c.created_at < ${now} - ${abandonedAfterMinutes}::float8 * interval '1 minute'
        AND c.updated_at < ${now} - ${abandonedAfterMinutes}::float8 * interval '1 minute'
        AND c.updated_at >= ${now} - ${abandonedAfterMinutes}::float8 * interval '1 minute' - ${TOLD_WITHIN}::interval
        AND EXISTS (SELECT FROM cart_lines l WHERE l.tenant_id = ${tx.tenantId}::uuid AND l.cart_id = c.id)
      ORDER BY c.created_at LIMIT ${limit}::int FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE carts c SET abandoned_at = ${now} FROM behind
    WHERE c.tenant_id = ${tx.tenantId}::uuid AND c.id = behind.id
    RETURNING c.id, c.customer_id AS "customerId"`;
}

/** The cart is priced as its customer sees it. Nobody is told of the cart of a disabled account, or of one that can't be shown. */
async function tell(tx: Transaction, { id, customerId }: LeftBehind): Promise<void> {
  const principal = customerId === null ? tx.principal : await customerPrincipal(tx, customerId);
  if (!principal) return;
  const object = await readCart({ ...tx, principal }, id)
    .then(presentCart)
    .catch(nullIfRefused);
  if (!object) return;
  await recordEvent(tx, NAME, { cartReference: cartReference(id), customerId }, { object });
}

/** Such as `amount_too_large`: one cart must not keep back the others of its store. */
function nullIfRefused(error: unknown): null {
  if (error instanceof ServiceError) return null;
  throw error;
}
