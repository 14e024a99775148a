/** The exit codes that scripts may rely on; the help shows the same table. */
export const EXIT = { done: 0, failed: 1, usage: 2, configuration: 3, found: 4 } as const;

export const EXIT_CODES = `Exit codes:
  0  done
  1  failed; the message says why
  2  the command, an option or an argument is wrong
  3  the configuration has mistakes
  4  it looked and found something, such as migrations to apply`;

/** Ends the command with a message and without a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}
