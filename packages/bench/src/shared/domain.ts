import { createServices, createSystemContext, type SystemContext } from '@service/core';
import { type Database, openDatabase } from '@service/db';
import { TEST_SETTINGS } from '@service/testing';

export interface Domain {
  database: Database;
  system: SystemContext;
}

const silent = () => {};

/** The domain on a database, without a process around it. */
export function openDomain(
  url: string,
  poolSize: number,
  jobs: Partial<SystemContext['services']['jobs']> = {},
): Domain {
  const database = openDatabase({ url, poolSize });
  const system = createSystemContext({
    database,
    services: createServices(TEST_SETTINGS, { jobs }),
    log: { debug: silent, info: silent, warn: silent, error: silent },
    requestId: 'bench',
  });
  return { database, system };
}
