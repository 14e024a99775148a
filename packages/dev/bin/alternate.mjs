// Two programs side by side, one of which works while the other waits.
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Each program works until it asks for its next turn at a port of this machine, where it sends a line and waits for one, or ends.
 * The second starts when the first one asks or ends, so that programs which never ask run one after the other.
 * @template T
 * @param {((port: number) => Promise<T>)[]} programs
 * @returns {Promise<T[]>}
 */
export async function alternate(programs) {
  const left = [...programs];
  const started = [];
  const waiting = new Set();
  function passOn() {
    const start = left.shift();
    if (start) {
      started.push(start(server.address().port).finally(passOn));
      return;
    }
    const [socket] = waiting;
    waiting.delete(socket);
    socket?.write('go\n');
  }
  const server = createServer((socket) => {
    socket.on('data', () => {
      waiting.add(socket);
      passOn();
    });
    socket.on('close', () => waiting.delete(socket));
    socket.on('error', () => waiting.delete(socket));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    passOn();
    const results = [];
    // Whoever ended has started the next one.
    for (const at of programs.keys()) results.push(await started[at]);
    return results;
  } finally {
    server.close();
  }
}
