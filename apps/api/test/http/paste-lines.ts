import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What lines of a document print that are pasted into a shell. Where there is no curl, the test is skipped. */
export async function pasteLines(test: Mocha.Context, lines: string): Promise<string> {
  const hasCurl = await run('curl', ['--version']).then(
    () => true,
    () => false,
  );
  if (!hasCurl) {
    test.skipReason = 'there is no curl on the PATH';
    test.skip();
  }
  const { stdout } = await run('bash', ['-c', lines]);
  return stdout;
}
