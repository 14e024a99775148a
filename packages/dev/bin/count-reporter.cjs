// Mocha's own spec reporter, which also leaves in the folder that SERVICE_TEST_REPORT names: the counts, when all is
// done, and each failure as soon as it happens, so that a process that is killed later has still named it.
// CommonJS because mocha loads reporters with require.
const { appendFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { reporters } = require('mocha/lib/mocha.cjs');

class CountReporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const folder = process.env.SERVICE_TEST_REPORT;
    // Mocha would end at once; this way the hooks still stop what the tests have started.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => runner.abort());
    runner.on('fail', ({ title, file, parent }, error) => {
      const failure = {
        title: [...(parent?.titlePath() ?? []), title].join(' › '),
        file,
        message: String(error?.message ?? error),
        stack: error?.stack,
      };
      appendFileSync(join(folder, 'failures.ndjson'), `${JSON.stringify(failure)}\n`);
    });
    runner.once('end', () => {
      const { passes, failures, pending } = this.stats;
      writeFileSync(join(folder, 'counts.json'), JSON.stringify({ passes, failures, pending }));
    });
  }
}

module.exports = CountReporter;
