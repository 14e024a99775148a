import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));

describe('the shop as a program', () => {
  let child: ChildProcess;

  for (const [what, end] of Object.entries({
    'it gets SIGTERM': (child) => child.kill('SIGTERM'),
    'the program ends that started it, also by SIGKILL': (child) => child.disconnect(),
  } satisfies Record<string, (child: ChildProcess) => unknown>))
    it(`ends when ${what}`, async () => {
      const args = ['--conditions=source', '--import', 'tsx', MAIN];
      child = spawn(process.execPath, args, {
        env: { PATH: process.env.PATH, PUBLISHABLE_KEY: 'pk_1', PORT: '0' },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      await once(child, 'message');

      end(child);

      expect((await once(child, 'exit'))[0]).to.equal(0);
    });

  afterEach(() => child.kill('SIGKILL'));
});
