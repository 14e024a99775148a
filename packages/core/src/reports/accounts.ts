import type { InputOf, operations, ResponseOf } from '@service/contract';
import type { Context } from '../context.ts';
import { readDays } from './days.ts';

type Accounts = ResponseOf<typeof operations.getAccountReport>;

/** The money that each payment account received and paid out. */
export async function getAccountReport(
  ctx: Context,
  query: InputOf<typeof operations.getAccountReport>['query'],
): Promise<Accounts> {
  const { from, to, timeZone } = await readDays(ctx, query);
  const items = await ctx.db.sql<Accounts['items']>`
    SELECT account.id AS "accountId", account.name, each.currency, each.received, each.refunds, each.chargebacks,
      each.received - each.refunds - each.chargebacks AS net
    FROM (
      SELECT account_id, currency,
        coalesce(sum(amount) FILTER (WHERE kind = 'payment'), 0)::float8 AS received,
        coalesce(sum(amount) FILTER (WHERE kind = 'refund'), 0)::float8 AS refunds,
        coalesce(sum(amount) FILTER (WHERE kind = 'dispute'), 0)::float8 AS chargebacks
      FROM money_of_days(${ctx.tenantId}::uuid, ${from}::date, ${to}::date)
      WHERE country = '' AND kind IN ('payment', 'refund', 'dispute')
      GROUP BY 1, 2
    ) AS each
    LEFT JOIN payment_accounts account ON account.tenant_id = ${ctx.tenantId}::uuid AND account.id = each.account_id
    WHERE (received, refunds, chargebacks) <> (0, 0, 0)
    ORDER BY account.name NULLS FIRST, account.id, each.currency`;
  return { from, to, timeZone, items };
}
