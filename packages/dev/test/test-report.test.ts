import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

interface Failure {
  title: string;
  file?: string;
  message: string;
}

interface Skip {
  file: string;
  reason: string;
}

interface TestReport {
  readReport(folder: string): { counts?: object; failures: Failure[]; skips: Skip[] };
  describeFailures(root: string, failures: Failure[]): string;
  describeSkips(root: string, skips: Skip[]): string;
  lastLine(counts: Record<'passes' | 'failures' | 'pending', number>): string;
}

describe('the report of a test run', () => {
  const bin = new URL('../bin/', import.meta.url);
  let dir: string;
  let report: TestReport;

  before(async () => {
    report = (await import(new URL('test-report.mjs', bin).href)) as TestReport;
  });

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'commerce-report-'));
  });

  afterEach(() => rm(dir, { recursive: true, force: true }));

  /** Runs these tests in a mocha of their own, as `npm test` does. */
  async function run(tests: string): Promise<void> {
    const file = join(dir, 'some.test.cjs');
    await writeFile(file, tests);
    const mocha = createRequire(import.meta.url).resolve('mocha/bin/mocha.js');
    const reporter = fileURLToPath(new URL('count-reporter.cjs', bin));
    const child = spawn(process.execPath, [mocha, '--no-config', '--reporter', reporter, file], {
      env: { ...process.env, SERVICE_TEST_REPORT: dir },
      stdio: 'ignore',
    });
    await once(child, 'exit');
  }

  it('names each failed test and hook with its file, its message and where it happened', async () => {
    await run(`
      describe('outer', () => {
        describe('inner', () => {
          it('passes', () => {});
          it('fails', () => { throw new Error('first line\\n' + 'and more\\n'.repeat(50)); });
        });
        describe('with a hook', () => {
          before('opens', () => Promise.reject(new Error('no way', { cause: new Error('no key') })));
          it('never runs', () => {});
        });
      });`);

    const { counts, failures } = report.readReport(dir);
    const text = report.describeFailures(dir, failures);

    expect(counts)
      .to.include({ passes: 1, failures: 2, pending: 0 })
      .and.have.property('cpuSeconds')
      .that.is.a('number');
    expect(text).to.match(/1\) outer › inner › fails\n +some\.test\.cjs\n +first line\n/);
    expect(text).to.match(/… \d+ more lines\n +at .*some\.test\.cjs:5:/);
    expect(text).to.match(
      /2\) outer › with a hook › "before all" hook: opens .*\n +some\.test\.cjs\n +no way\n +Caused by: no key\n/,
    );
  });

  it('says how many tests were skipped, why and where; without a reason a test has failed', async () => {
    await run(`
      it('is skipped', function () { this.skipReason = 'there is no moon'; this.skip(); });
      describe('group', () => {
        before(function () { this.skipReason = 'there is no sun'; this.skip(); });
        it('one', () => {});
        it('another', () => {});
      });
      it('passes', () => {});
      it('did nothing', function () { this.skip(); });`);

    const { counts, failures, skips } = report.readReport(dir);

    expect(report.describeSkips(dir, skips)).to.equal(
      '\nSkipped:\n\n  1: there is no moon (some.test.cjs)\n  2: there is no sun (some.test.cjs)\n',
    );
    expect(counts).to.include({ passes: 1, failures: 1, pending: 3 });
    expect(failures.map(({ title }) => title)).to.deep.equal(['did nothing']);
    expect(report.lastLine({ passes: 1, failures: 1, pending: 3 })).to.equal('1 passed, 1 failed, 3 skipped');
  });

  it('keeps what failed before the process was killed', async () => {
    await run(`
      it('fails', () => { throw new Error('oh'); });
      it('dies', () => process.kill(process.pid, 'SIGKILL'));`);

    const { counts, failures } = report.readReport(dir);

    expect(counts).to.equal(undefined);
    expect(failures.map(({ title, message }) => ({ title, message }))).to.deep.equal([
      { title: 'fails', message: 'oh' },
    ]);
  });
});
