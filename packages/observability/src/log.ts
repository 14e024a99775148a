import { destination, type Logger, pino } from 'pino';

export type Log = Logger;

/** Members that never reach a log line, wherever they stand. */
const SECRET_MEMBERS = [
  'password',
  'currentPassword',
  'newPassword',
  'secret',
  'token',
  'accessToken',
  'refreshToken',
  'authorization',
  'cookie',
  'clientSecret',
];

/** JSON lines on stdout; on stderr for a command whose stdout is its result. */
export function createLog(options: { name: string; level: string; to?: 'stdout' | 'stderr' }): Log {
  const paths = SECRET_MEMBERS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  return pino(
    { name: options.name, level: options.level, redact: { paths, censor: '[redacted]' } },
    destination(options.to === 'stderr' ? 2 : 1),
  );
}
