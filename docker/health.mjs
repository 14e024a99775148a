// `node docker/health.mjs api|worker`: asks the process of this container how it is; the exit code is the answer.
const { PORT, METRICS_PORT } = process.env;
const port = process.argv[2] === 'worker' ? METRICS_PORT || 9464 : PORT || 3000;

process.exitCode = await fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(4000) }).then(
  ({ ok }) => (ok ? 0 : 1),
  () => 1,
);
