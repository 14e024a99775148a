// Mocha's own spec reporter, which also leaves in the folder that SERVICE_TEST_REPORT names: the counts, when all is
// done, and each failure and each skipped test as soon as it happens, so that a process that is killed later has still
// named it. A test is skipped for a reason: `this.skipReason = 'there is no Redis'; this.skip();`. Without one it has failed.
// CommonJS because mocha loads reporters with require.
const { appendFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { reporters } = require('mocha');
const { cpuSeconds } = require('./cpu-seconds.cjs');

class CountReporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const folder = process.env.SERVICE_TEST_REPORT;
    // Mocha would end at once; this way the hooks still stop what the tests have started.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => runner.abort());
    const append = (name, line) => appendFileSync(join(folder, name), `${JSON.stringify(line)}\n`);
    const fail = ({ title, file, parent }, error) =>
      append('failures.ndjson', {
        title: [...(parent?.titlePath() ?? []), title].join(' › '),
        file,
        message: [error, error?.cause]
          .filter(Boolean)
          .map((one) => String(one.message ?? one))
          .join('\nCaused by: '),
        stack: error?.stack,
      });
    runner.on('fail', fail);
    let skippedForNothing = 0;
    // The tests of a suite share their context: a reason holds for one test, or for all when a hook before them gave it.
    runner.on('test', (test) => {
      test.ctx.skipReason = undefined;
    });
    runner.on('pending', (test) => {
      const reason = (test.ctx ?? test.parent.ctx).skipReason;
      if (reason) return append('skips.ndjson', { file: test.file, reason });
      skippedForNothing++;
      fail(test, 'It was skipped without a reason.');
    });
    runner.once('end', () => {
      const { passes, failures, pending } = this.stats;
      const counts = {
        passes,
        failures: failures + skippedForNothing,
        pending: pending - skippedForNothing,
        cpuSeconds: cpuSeconds(),
      };
      writeFileSync(join(folder, 'counts.json'), JSON.stringify(counts));
    });
  }
}

module.exports = CountReporter;
