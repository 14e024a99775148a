/** Postgres, socket and Prisma codes that mean "the database is away", and not "the statement is wrong". */
const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  '08000',
  '08003',
  '08006',
  '53300',
  '57P01',
  '57P02',
  '57P03',
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
]);

const AWAY_MESSAGES =
  /timeout exceeded when trying to connect|Connection terminated|server closed the connection|Can't reach database server/;

/** Whether a later try may succeed because the database was away or restarting. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown };
    if ((typeof code === 'string' && AWAY.has(code)) || AWAY_MESSAGES.test(cause.message)) return true;
  }
  return false;
}
