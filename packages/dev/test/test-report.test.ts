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

interface TestReport {
  readReport(folder: string): { counts?: object; failures: Failure[] };
  describeFailures(root: string, heading: string, failures: Failure[]): string;
  filesToRepeat(failures: Failure[]): string[];
  lastLine(counts: Record<'passes' | 'failures' | 'pending' | 'unsteady', number>): string;
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
          it('is pending');
        });
        describe('with a hook', () => {
          before('opens', () => Promise.reject(new Error('no way')));
          it('never runs', () => {});
        });
      });`);

    const { counts, failures } = report.readReport(dir);
    const text = report.describeFailures(dir, 'Failed', failures);

    expect(counts).to.deep.equal({ passes: 1, failures: 2, pending: 1 });
    expect(text).to.match(/1\) outer › inner › fails\n +some\.test\.cjs\n +first line\n/);
    expect(text).to.match(/… \d+ more lines\n +at .*some\.test\.cjs:5:/);
    expect(text).to.match(
      /2\) outer › with a hook › "before all" hook: opens .*\n +some\.test\.cjs\n +no way\n/,
    );
  });

  it('says what passed only the second time', () => {
    const counts = { passes: 7, failures: 0, pending: 0, unsteady: 1 };
    expect(report.lastLine(counts)).to.equal('7 passed, 0 failed, 1 passed the second time');
    expect(report.lastLine({ ...counts, unsteady: 0 })).to.equal('7 passed, 0 failed');
  });

  it('repeats the files of a few failures, and neither many nor a process that ended early', () => {
    const failed = (...files: (string | undefined)[]) =>
      files.map((file) => ({ title: 'fails', message: 'oh', ...(file ? { file } : {}) }));

    expect(report.filesToRepeat([])).to.deep.equal([]);
    expect(report.filesToRepeat(failed('a', 'b', 'a', 'c'))).to.deep.equal(['a', 'b', 'c']);
    expect(report.filesToRepeat(failed('a', 'b', 'c', 'd'))).to.deep.equal([]);
    expect(report.filesToRepeat(failed('a', undefined))).to.deep.equal([]);
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
