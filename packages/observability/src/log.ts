import { createRequire } from 'node:module';
import { isatty } from 'node:tty';
import { type DestinationStream, destination, type Logger, pino } from 'pino';

export type Log = Logger;

/** Members that are never logged, at any depth. */
const SECRET_MEMBERS = new Set([
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
]);

/** JSON lines on stdout, readable ones in a terminal; on stderr for a command that prints its result on stdout. */
export function createLog(options: { name: string; level: string; to?: 'stdout' | 'stderr' }): Log {
  const paths = [...SECRET_MEMBERS].flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  const log = pino(
    {
      name: options.name,
      level: options.level,
      redact: { paths, censor: '[redacted]' },
      hooks: {
        logMethod(given, write) {
          write.apply(isPlain(given[0]) ? plain : this, given);
        },
      },
    },
    openOutput(options.to === 'stderr' ? 2 : 1),
  );
  const plain = log.child({}, { redact: [] });
  return log;
}

/** Searching for secrets takes longer than writing the log entry of a request, which can't contain any. */
function isPlain(details: unknown): boolean {
  if (typeof details !== 'object') return false;
  for (const name in details) {
    const value = (details as Record<string, unknown>)[name];
    if ((typeof value === 'object' && value !== null) || SECRET_MEMBERS.has(name)) return false;
  }
  return true;
}

/** The most lines that wait while the log's disk is full; further ones are dropped. */
const MAX_WAITING_BYTES = 1_048_576;

/**
 * Failure policy: if the log can't be written, for example because the disk is full, no request fails. It continues when there is
 * space.
 */
function openFile(fd: 1 | 2): DestinationStream {
  const output = destination({ dest: fd, sync: true, maxLength: MAX_WAITING_BYTES });
  output.on('error', () => {});
  return output;
}

// Loaded here because only terminals need it, once.
function openOutput(fd: 1 | 2): DestinationStream {
  if (!isatty(fd)) return openFile(fd);
  const pretty = createRequire(import.meta.url)('pino-pretty') as typeof import('pino-pretty');
  return pretty({ destination: fd, sync: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss.l' });
}
