import { randomUUID } from 'node:crypto';
import { normaliseEmail, type operations, type ResponseOf, refuse } from '@service/contract';
import { type CustomerModel, findStores, Prisma } from '@service/db';
import { DAY_MS } from '@service/jobs/primitives';
import {
  awaitSlow,
  type BuyerGroup,
  type Context,
  type CustomerPrincipal,
  type SystemContext,
} from '../context.ts';
import { homeRatesOf, type OwnClass, type OwnRate } from '../taxes/index.ts';
import { presentProfile } from './present.ts';
import { hashSecret, newSecret } from './tokens.ts';

const LIFETIME_MS = 30 * DAY_MS;

/** Refuses with `invalid_credentials`: the same response and the same work for an unknown e-mail and a wrong password. */
export async function login(
  ctx: Context,
  input: { email: string; password: string },
): Promise<ResponseOf<typeof operations.loginCustomer>> {
  const { tenantId } = ctx;
  const { throttle, passwords } = ctx.services;
  const email = normaliseEmail(input.email);
  const subject = { account: `${tenantId} ${email}`, address: ctx.clientAddress };
  const attempt = await throttle.enter('login', subject);
  const customer = await ctx.db.customer.findUnique({ where: { tenantId_email: { tenantId, email } } });
  const passwordHash = customer?.disabledAt ? undefined : (customer?.passwordHash ?? undefined);
  const matches = await awaitSlow(ctx, () => passwords.verify(passwordHash, input.password, tenantId));
  const session = matches && customer ? await openSession(ctx, customer) : undefined;
  if (!customer || !session) refuse('invalid_credentials', 'No customer has this e-mail and password.');
  await attempt.succeeded();
  await throttle.recordSignIn(subject);
  await recordSeen(ctx, customer);
  return { ...session, customer: presentProfile(customer) };
}

/**
 * Input: a customer whose password was just verified. Output: a session, or nothing if the password was changed or the customer
 * disabled meanwhile. Why INSERT … SELECT … FOR SHARE: a reset at the same time either waits for this row and deletes the
 * session, or this waits for the reset, and then finds no customer with the old password.
 */
async function openSession(
  ctx: Context,
  { id, passwordHash }: CustomerModel,
): Promise<{ token: string; expiresAt: string } | undefined> {
  const token = newSecret('cs');
  const expiresAt = new Date(ctx.now().getTime() + LIFETIME_MS);
  const opened = await ctx.db.sql.count`
    WITH opened AS (
      INSERT INTO customer_sessions AS s (id, tenant_id, customer_id, token_hash, created_at, expires_at)
      SELECT ${randomUUID()}::uuid, c.tenant_id, c.id, ${hashSecret(token)}, ${ctx.now()}, ${expiresAt}
      FROM customers c
      WHERE c.tenant_id = ${ctx.tenantId}::uuid AND c.id = ${id}::uuid
        AND c.password_hash = ${passwordHash} AND c.disabled_at IS NULL
      FOR SHARE OF c
      RETURNING token_hash, tenant_id, id
    )
    INSERT INTO customer_session_tokens (token_hash, tenant_id, session_id) SELECT * FROM opened
    RETURNING tenant_id`;
  return opened === 1 ? { token, expiresAt: expiresAt.toISOString() } : undefined;
}

/** Rounded to the day: it serves the retention periods of a store. */
async function recordSeen(ctx: Context, { id, lastSeenAt }: CustomerModel): Promise<void> {
  const now = ctx.now();
  if (lastSeenAt && now.getTime() - lastSeenAt.getTime() < DAY_MS) return;
  await ctx.db.customer.updateMany({ where: { id }, data: { lastSeenAt: now } });
}

export interface FoundSession {
  tenantId: string;
  principal: CustomerPrincipal;
}

interface SessionRow extends GroupRow {
  tenantId: string;
  customerId: string;
  sessionId: string;
}

interface GroupRow {
  customerGroupId: string | null;
  /** Null: the group's prices are in the store's terms. */
  pricesIncludeTax: boolean | null;
  storeCountry: string;
  ownRates: OwnRate[];
  ownClasses: OwnClass[];
  /** The day by the store's time zone. */
  today: string;
}

/**
 * Input: a token. Output: the customer of the session, with the group whose prices they get. Read on every request, so that a
 * session that has just ended is refused; in one statement (two where stores are spread), which reads rates only where the
 * group's terms aren't the store's.
 */
export async function findSession(system: SystemContext, token: string): Promise<FoundSession | undefined> {
  if (!token.startsWith('cs_')) return undefined;
  const tokenHash = hashSecret(token);
  const [of] = await findStores(
    system.db,
    Prisma.sql`FROM customer_session_tokens WHERE token_hash = ${tokenHash}`,
  );
  if (!of) return undefined;
  const [row] = await system.db.sql<SessionRow[]>`
    SELECT s.tenant_id AS "tenantId", s.customer_id AS "customerId", s.id AS "sessionId",
      ${groupColumns(system)}
    FROM customer_session_tokens l
    JOIN customer_sessions s ON s.tenant_id = l.tenant_id AND s.id = l.session_id
    JOIN customers c ON c.tenant_id = s.tenant_id AND c.id = s.customer_id
    ${GROUP_OF_CUSTOMER}
    WHERE l.token_hash = ${tokenHash} ${of('s.tenant_id')} AND s.expires_at > ${system.dbNow()} AND c.disabled_at IS NULL`;
  if (!row) return undefined;
  const { tenantId, customerId: id, sessionId } = row;
  return { tenantId, principal: { kind: 'customer', id, sessionId, group: groupOf(row) } };
}

const groupColumns = ({ now }: Pick<SystemContext | Context, 'now'>) => Prisma.sql`
  g.id AS "customerGroupId", CASE WHEN t.id IS NOT NULL THEN g.prices_include_tax END AS "pricesIncludeTax",
  t.country AS "storeCountry", COALESCE(tax.rates, '[]') AS "ownRates", COALESCE(tax.classes, '[]') AS "ownClasses",
  (${now()}::timestamptz AT TIME ZONE t.time_zone)::date::text AS today`;

/** The group of the row `c` of customers. */
const GROUP_OF_CUSTOMER = Prisma.sql`
  LEFT JOIN customer_groups g ON g.tenant_id = c.tenant_id AND g.id = c.customer_group_id
  LEFT JOIN tenants t ON t.id = g.tenant_id AND t.prices_include_tax <> g.prices_include_tax
  LEFT JOIN tax_settings tax ON tax.tenant_id = t.id`;

/** Returns the principal of a customer, for a job that reads their data; undefined: the account is disabled. */
export async function customerPrincipal(ctx: Context, id: string): Promise<CustomerPrincipal | undefined> {
  const [row] = await ctx.db.sql<GroupRow[]>`
    SELECT ${groupColumns(ctx)} FROM customers c ${GROUP_OF_CUSTOMER}
    WHERE c.tenant_id = ${ctx.tenantId}::uuid AND c.id = ${id}::uuid AND c.disabled_at IS NULL`;
  return row && { kind: 'customer', id, sessionId: '', group: groupOf(row) };
}

function groupOf(row: GroupRow): BuyerGroup | null {
  const { customerGroupId: id, pricesIncludeTax } = row;
  if (id === null) return null;
  if (pricesIncludeTax === null) return { id, priceTerms: null };
  return { id, priceTerms: { pricesIncludeTax, homeRates: homeRatesOf(row) } };
}

/** Ends the session of the request. */
export async function logout(ctx: Context): Promise<void> {
  if (ctx.principal.kind !== 'customer') throw new Error('Only a session can log out');
  await ctx.db.customerSession.deleteMany({ where: { id: ctx.principal.sessionId } });
}
