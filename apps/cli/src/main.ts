import { EXIT } from './exit-codes.ts';
import { run } from './run.ts';

// The reader of a pipe may end first, as `head` does. The command then ends too, without a message.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(EXIT.failed);
});

const exitCode = await run(process.argv.slice(2), {
  env: process.env,
  stdin: process.stdin,
  stdout: (text) => process.stdout.write(text),
  stderr: (text) => process.stderr.write(text),
  isTerminal: process.stdin.isTTY && process.stderr.isTTY,
});
if (exitCode !== 0) process.exitCode = exitCode;
