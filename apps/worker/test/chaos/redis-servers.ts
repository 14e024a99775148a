import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, type ProgramProcess, startProgram, until } from '@service/testing';
import { Redis } from 'ioredis';

/** Several Redis servers that stand for one. */
export interface RedisServers {
  url: string;
  /** Ends, as a power cut would, the master that has the jobs. */
  killMaster(): Promise<void>;
  close(): Promise<void>;
}

interface Server {
  port: number;
  program: ProgramProcess;
  client: Redis;
}

const PASSWORD = 'of-the-tests';
const HOST = '127.0.0.1';

/** Starts servers in one folder, and removes all of it. */
async function openServers() {
  const dir = await mkdtemp(join(tmpdir(), 'commerce-redises-'));
  const { command, env } = JSON.parse(process.env.TEST_REDIS_BINARY ?? '{}');
  const servers: Server[] = [];
  return {
    async start(settings: string[], args: string[] = [], port?: number): Promise<Server> {
      const at = port ?? (await freePort());
      const file = join(dir, `${at}.conf`);
      // Sentinels write what they learn into it.
      await writeFile(
        file,
        [`port ${at}`, `bind ${HOST}`, `dir ${dir}`, 'save ""', ...settings, ''].join('\n'),
      );
      const program = await startProgram(command, [file, ...args], { dir, port: at, env });
      const server = { port: at, program, client: new Redis(at, HOST, { password: PASSWORD }) };
      server.client.on('error', () => undefined);
      servers.push(server);
      return server;
    },
    async close() {
      for (const { client, program } of servers) {
        client.disconnect();
        await program.kill();
      }
      await rm(dir, { recursive: true, force: true });
    },
  };
}

const LOGIN = [`requirepass ${PASSWORD}`, `masterauth ${PASSWORD}`, 'maxmemory-policy noeviction'];

/** A master, a replica, and three Sentinels that miss a master after a second. */
export async function startSentinels(): Promise<RedisServers> {
  const { start, close } = await openServers();
  const master = await start(LOGIN);
  const replica = await start([...LOGIN, `replicaof ${HOST} ${master.port}`]);
  await until(async () => (await replica.client.info()).includes('master_link_status:up'), 'the replica');
  const settings = [
    `sentinel monitor shop ${HOST} ${master.port} 2`,
    `sentinel auth-pass shop ${PASSWORD}`,
    'sentinel down-after-milliseconds shop 1000',
    'sentinel failover-timeout shop 5000',
    `requirepass ${PASSWORD}`,
  ];
  const sentinels = [];
  for (const _ of [1, 2, 3]) sentinels.push(await start(settings, ['--sentinel']));
  const know = async ({ client }: Server) =>
    ((await client.call('SENTINEL', 'SENTINELS', 'shop')) as unknown[]).length === sentinels.length - 1;
  for (const sentinel of sentinels) await until(() => know(sentinel), 'the Sentinels to know each other');
  const hosts = sentinels.map(({ port }) => `${HOST}:${port}`).join(',');
  return {
    url: `redis+sentinel://:${PASSWORD}@${hosts}/shop?sentinelPassword=${PASSWORD}`,
    killMaster: () => master.program.kill(),
    close,
  };
}

/** Three masters with a replica each; the one that is killed has the keys of that hash tag. */
export async function startRedisCluster(hashTag: string): Promise<RedisServers> {
  const { start, close } = await openServers();
  const nodes: Server[] = [];
  for (let index = 0; index < 6; index += 1) {
    // The bus of the cluster listens there too; its usual place is 10,000 above, where no port may be left.
    const [port, busPort] = [await freePort(), await freePort()];
    const settings = [
      ...LOGIN,
      'cluster-enabled yes',
      `cluster-port ${busPort}`,
      `cluster-config-file nodes-${port}.conf`,
      'cluster-node-timeout 1000',
    ];
    nodes.push(await start(settings, [], port));
    await nodes[0]?.client.call('CLUSTER', 'MEET', HOST, port, busPort);
  }
  const masters = nodes.slice(0, 3);
  const ranges = [
    [0, 5460],
    [5461, 10922],
    [10923, 16383],
  ] as const;
  for (const [index, { client }] of masters.entries())
    await client.call('CLUSTER', 'ADDSLOTSRANGE', ...(ranges[index] ?? []));
  const infoOf = async ({ client }: Server) => String(await client.cluster('INFO'));
  const hasAll = async (node: Server) => (await infoOf(node)).includes('cluster_known_nodes:6');
  for (const node of nodes) await until(() => hasAll(node), 'the nodes to know each other');
  for (const [index, { client }] of nodes.slice(3).entries()) {
    const id = String(await masters[index]?.client.cluster('MYID'));
    // A replica hears of its master a moment later than the others.
    await until(
      () =>
        client.cluster('REPLICATE', id).then(
          () => true,
          () => false,
        ),
      'a replica',
    );
    await until(async () => (await client.info()).includes('master_link_status:up'), 'its copy');
  }
  const isWell = async (node: Server) => (await infoOf(node)).includes('cluster_state:ok');
  for (const node of nodes) await until(() => isWell(node), 'the cluster');
  const slot = Number(await masters[0]?.client.cluster('KEYSLOT', hashTag));
  const victim = masters[ranges.findIndex(([from, to]) => slot >= from && slot <= to)];
  return {
    url: `redis+cluster://:${PASSWORD}@${masters.map(({ port }) => `${HOST}:${port}`).join(',')}`,
    killMaster: async () => victim?.program.kill(),
    close,
  };
}
