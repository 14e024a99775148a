import { run } from './run.ts';

const exitCode = await run(process.argv.slice(2), {
  env: process.env,
  stdin: process.stdin,
  stdout: (text) => process.stdout.write(text),
  stderr: (text) => process.stderr.write(text),
  isTerminal: process.stdin.isTTY && process.stderr.isTTY,
});
if (exitCode !== 0) process.exitCode = exitCode;
