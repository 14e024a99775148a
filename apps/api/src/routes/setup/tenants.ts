import { modules, tenants } from '@service/core';
import { type Route, route } from '../../http/route.ts';

export const tenantRoutes: Route[] = [
  route('POST /setup/v1/tenants', 'setup', async (system, { body }) => {
    const tenant = await tenants.createTenant(system, body);
    // The event that modules got for every store at the start. Failure policy: the next start sends it for this store too.
    await modules
      .reportDisabledModules(system, system.services.modules.list())
      .catch((err) => system.log.error({ err }, 'disabled modules could not be reported'));
    return tenant;
  }),
];
