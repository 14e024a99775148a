import { connect, createServer, type Socket } from 'node:net';
import { testDatabaseUrl } from '@service/testing';

export interface StallableDatabase {
  url: string;
  /** From the next COMMIT on nobody hears from the server any more, though it does what it was told. */
  goSilentAtCommit(): Promise<void>;
  close(): Promise<void>;
}

/** The test database behind a wire that lets a COMMIT through, and not the answer to it. */
export async function startStallableDatabase(): Promise<StallableDatabase> {
  const url = new URL(await testDatabaseUrl());
  const target = { host: url.hostname, port: Number(url.port) };
  const sockets = new Set<Socket>();
  let onCommit: (() => void) | undefined;
  let isSilent = false;

  const server = createServer((near) => {
    const far = connect(target);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
    }
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    near.on('data', (bytes) => {
      if (onCommit && bytes.includes('COMMIT')) {
        isSilent = true;
        onCommit();
      }
      far.write(bytes);
    });
    far.on('data', (bytes) => {
      if (!isSilent) near.write(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as { port: number }).port);
  return {
    url: url.href,
    goSilentAtCommit: () =>
      new Promise((resolve) => {
        onCommit = resolve;
      }),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
