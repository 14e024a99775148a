import { CORE_VERSION, type operations, type ResponseOf, refuse } from '@service/contract';
import { type Route, route } from '../http/route.ts';

type Health = ResponseOf<typeof operations.getHealth>;

/** Orders can be taken while the database is there; without the queue, deliveries go out later. */
export function healthRoutes({ isQueueUp }: { isQueueUp: () => Promise<boolean> }): Route[] {
  return [
    route('GET /health', 'public', async (system): Promise<Health> => {
      const [database, queue] = await Promise.all([
        system.db.$queryRaw`SELECT 1`.then(
          () => true,
          () => false,
        ),
        isQueueUp(),
      ]);
      if (!database) refuse('dependency_unavailable', 'The database does not respond.');
      return {
        status: queue ? 'ok' : 'degraded',
        version: CORE_VERSION,
        checks: { database: 'ok', queue: queue ? 'ok' : 'down' },
      };
    }),
  ];
}
