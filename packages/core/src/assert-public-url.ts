import { refuse, ServiceError, type SubscriptionKind } from '@service/contract';
import { checkSubscriptionUrl } from '@service/delivery/address-guard';
import { awaitSlow, type Context } from './context.ts';

/** Longer than a look-up takes. */
const BUSY_SECONDS = 5;

/**
 * Refuses a URL that isn't HTTPS, has credentials, or whose host isn't public. It queries name servers: no transaction may be
 * open.
 */
export async function assertPublicUrl(
  ctx: Context,
  url: string,
  path: string,
  kind?: SubscriptionKind,
): Promise<void> {
  const { tenantId, services } = ctx;
  const problem = await awaitSlow(ctx, () =>
    checkSubscriptionUrl(url, { ...services.subscriberUrls, tenantId, kind }),
  );
  if (!problem) return;
  const { code, detail } = problem;
  if (code === 'too_many_requests') throw new ServiceError(code, detail, undefined, BUSY_SECONDS);
  refuse(code, detail, [{ path, code, message: detail }]);
}
