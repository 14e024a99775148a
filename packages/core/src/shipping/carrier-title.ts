import type { Context } from '../context.ts';

const MAX_LENGTH = 255;

/** What shoppers read of a carrier: its name where it has no title, or where no module offers it any more. */
export function carrierTitle({ services, tenantId }: Context, name: string): string {
  return services.modules.openCarrier(name, tenantId)?.title?.slice(0, MAX_LENGTH) || name;
}
