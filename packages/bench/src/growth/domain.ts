import { randomBytes } from 'node:crypto';
import { createServices, createSystemContext, type SystemContext } from '@service/core';
import { type Database, openDatabase } from '@service/db';

export interface Domain {
  database: Database;
  system: SystemContext;
}

/** The domain on a database, without a process around it. */
export function openDomain(url: string, poolSize: number): Domain {
  const database = openDatabase({ url, poolSize });
  const silent = () => {};
  const system = createSystemContext({
    database,
    services: createServices({
      adminJwtSecrets: ['bench'],
      secretsKeys: [randomBytes(32).toString('base64')],
      paymentWebhookSecret: 'bench',
      unpaidOrdersPerNetwork: 0,
      allowInsecureSubscribers: true,
      allowedPrivateCidrs: [],
    }),
    log: { debug: silent, info: silent, warn: silent, error: silent },
    requestId: 'bench',
  });
  return { database, system };
}
