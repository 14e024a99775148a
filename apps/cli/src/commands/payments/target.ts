import type { payments } from '@service/core';
import { type Command, InvalidArgumentError } from 'commander';
import type { Cli } from '../../cli.ts';
import { CommandError, EXIT } from '../../exit-codes.ts';
import { forward } from '../../listen/forward.ts';
import { isLocal } from '../../listen/local-target.ts';

export interface TargetOptions {
  forwardTo?: URL;
  allowExternal: boolean;
}

/** Adds the options for the API that gets the callbacks. */
export function withTarget(command: Command): Command {
  return command
    .option('--forward-to <url>', 'address of the API (default: http://localhost:<PORT>)', parseTargetUrl)
    .option('--allow-external', 'send to another machine too', false);
}

function parseTargetUrl(given: string): URL {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new InvalidArgumentError('Write an http:// or https:// address.');
  return url;
}

export function targetOf({ config }: Cli, { forwardTo, allowExternal }: TargetOptions): URL {
  const target = forwardTo ?? new URL(`http://localhost:${config().PORT}`);
  if (allowExternal || isLocal(target)) return target;
  throw new CommandError(
    `${target.hostname} isn’t this machine. Say --allow-external if payments may be moved there.`,
    EXIT.usage,
  );
}

/** Sends a callback, prints it with its response, and returns whether it was accepted. */
export async function send(
  { print }: Cli,
  target: URL,
  { id, type, path, ...callback }: payments.SignedCallback,
): Promise<boolean> {
  const { responseCode, durationMs, error, responseBody } = await forward(new URL(path, target), callback);
  const isTaken = responseCode === 200;
  const problem = isTaken ? '' : `\n  ${error ?? responseBody}`;
  print(
    { id, type, responseCode, durationMs, ...(error ? { error } : {}) },
    `${isTaken ? '✓' : '✗'} ${responseCode ?? '–'}  ${type}  ${id}  ${durationMs} ms${problem}`,
  );
  return isTaken;
}
