import { Redis } from 'ioredis';

export interface RedisSpy {
  /** Every command that anybody has sent so far, with all arguments. */
  commands(): string;
  close(): void;
}

/** Listens to everything that is written to a Redis. */
export async function spyOnRedis(url: string): Promise<RedisSpy> {
  const redis = new Redis(url);
  const monitor = await redis.monitor();
  const lines: string[] = [];
  monitor.on('monitor', (_time: string, args: string[]) => lines.push(args.join(' ')));
  return {
    commands: () => lines.join('\n'),
    close() {
      monitor.disconnect();
      redis.disconnect();
    },
  };
}
