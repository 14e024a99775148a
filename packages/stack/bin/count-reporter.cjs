// Mocha's own spec reporter, which also leaves the counts in the file that SERVICE_TEST_COUNTS names.
// CommonJS because mocha loads reporters with require.
const { writeFileSync } = require('node:fs');
const { reporters } = require('mocha/lib/mocha.cjs');

class CountReporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    // Mocha would end at once; this way the hooks still stop what the tests have started.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => runner.abort());
    runner.once('end', () => {
      const { passes, failures, pending } = this.stats;
      writeFileSync(process.env.SERVICE_TEST_COUNTS, JSON.stringify({ passes, failures, pending }));
    });
  }
}

module.exports = CountReporter;
