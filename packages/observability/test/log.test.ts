import { spawnSync } from 'node:child_process';
import { existsSync, openSync } from 'node:fs';
import { expect } from 'chai';

/** What a process of its own writes when it logs this. */
function logged(details: object, to: 'stdout' | 'stderr' = 'stdout') {
  const source = new URL('../src/log.ts', import.meta.url).href;
  const program = `
    import { createLog } from ${JSON.stringify(source)};
    createLog({ name: 'test', level: 'info', to: ${JSON.stringify(to)} }).info(${JSON.stringify(details)}, 'hello');`;
  return spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
    encoding: 'utf8',
  });
}

describe('the log', () => {
  it('hides secrets wherever they stand, and nothing else', () => {
    const secrets = { password: 'hunter2', token: 'hunter2', secret: 'hunter2', refreshToken: 'hunter2' };

    const { stdout } = logged({
      ...secrets,
      clientSecret: 'hunter2',
      accessToken: 'hunter2',
      body: { ...secrets, email: 'ada@example.com' },
      req: { headers: { authorization: 'Bearer hunter2', cookie: 'hunter2', accept: 'text/html' } },
    });

    expect(stdout).to.not.include('hunter2');
    const line = JSON.parse(stdout);
    expect(line).to.include({ name: 'test', msg: 'hello', password: '[redacted]' });
    expect(line.body).to.include({ email: 'ada@example.com', token: '[redacted]' });
    expect(line.req.headers).to.deep.equal({
      authorization: '[redacted]',
      cookie: '[redacted]',
      accept: 'text/html',
    });
  });

  it('goes to stderr for a command whose stdout is its result', () => {
    const { stdout, stderr } = logged({}, 'stderr');

    expect(stdout).to.equal('');
    expect(stderr).to.include('"msg":"hello"');
  });

  it('that can’t be written, because its disk is full, ends no process', function () {
    if (!existsSync('/dev/full')) {
      this.skipReason = 'there is no /dev/full';
      this.skip();
    }
    const source = new URL('../src/log.ts', import.meta.url).href;
    const program = `
      import { createLog } from ${JSON.stringify(source)};
      const log = createLog({ name: 'test', level: 'info' });
      for (let line = 0; line < 20_000; line += 1) log.info({ line, text: 'x'.repeat(100) }, 'hello');
      setImmediate(() => console.error('still here'));`;
    const { stderr, status } = spawnSync(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '--eval', program],
      { encoding: 'utf8', stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'] },
    );

    expect(stderr).to.equal('still here\n');
    expect(status).to.equal(0);
  });

  it('is readable in a terminal, and hides secrets there too', function () {
    const source = new URL('../src/log.ts', import.meta.url).href;
    // Without single quotes, which the shell below needs.
    const program = `
      import { createLog } from ${JSON.stringify(source)};
      createLog({ name: "test", level: "info" }).info({ password: "hunter2" }, "hello");`;
    const command = [process.execPath, '--import', 'tsx', '--input-type=module', '--eval', program]
      .map((word) => `'${word}'`)
      .join(' ');
    // script(1) is the usual way to a terminal without a person in front of it.
    const script = (line: string) => spawnSync('script', ['-qec', line, '/dev/null'], { encoding: 'utf8' });
    if (script('true').status !== 0) {
      this.skipReason = 'script(1) makes no terminal here';
      this.skip();
    }
    const { stdout } = script(command);

    expect(stdout)
      .to.match(/INFO.*hello/)
      .and.include('[redacted]');
    expect(stdout).to.not.match(/"time":|hunter2/);
  });
});
