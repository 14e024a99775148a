import type { AdminClient } from '@service/client-js';
import { EVENT_NAMES } from '@service/contract';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Cli } from '../../cli.ts';
import { examples } from '../../examples.ts';
import { CommandError, EXIT } from '../../exit-codes.ts';
import { forward } from '../../listen/forward.ts';
import { listenToKeys, openPage } from '../../listen/keys.ts';
import { type Handled, listen } from '../../listen/listener.ts';
import { isLocal } from '../../listen/local-target.ts';
import { createOutput, detailsOf, OUTPUTS, type OutputKind } from '../../listen/output.ts';
import { eventsLike, openSubscription } from '../../listen/subscription.ts';
import { type ApiOptions, durationMs, openAdminApi, withAdminApi } from './admin-api.ts';

interface ListenOptions extends ApiOptions {
  forwardTo: URL;
  events: string;
  since?: number;
  printSecret: boolean;
  output: OutputKind;
  allowExternal: boolean;
  consoleUrl?: string;
}

/** How long deliveries are also signed with the previous secret, after a new one is printed. */
const OVERLAP_HOURS = 24;

export function addListen(webhooks: Command, cli: Cli): void {
  withAdminApi(webhooks.command('listen'), cli)
    .description(
      'forward the store’s events to a program on this machine; events while it isn’t running come first the next time',
    )
    .requiredOption('--forward-to <url>', 'where to, such as http://localhost:3000/hooks', targetOf)
    .option('--events <names>', 'the events, with * for any: order.*,product.created', '*')
    .option('--since <duration>', 'first send missed and failed events since then, such as 2h', durationMs)
    .option(
      '--print-secret',
      'print the signing secret; of an existing listener a new one, and the old one stays valid for a day',
      false,
    )
    .addOption(new Option('--output <kind>', 'how deliveries are shown').choices(OUTPUTS).default('live'))
    .option('--allow-external', 'forward to another machine too', false)
    .option(
      '--console-url <url>',
      'address of the console, if not /console of the API',
      cli.env.COMMERCE_CONSOLE_URL,
    )
    .addHelpText(
      'after',
      examples(
        'commerce webhooks listen --forward-to http://localhost:3000/hooks --print-secret',
        "commerce webhooks listen --forward-to http://localhost:3000/hooks --events 'order.*' --since 2h",
      ),
    )
    .action((options: ListenOptions) => run(cli, options));
}

function targetOf(given: string): URL {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new InvalidArgumentError('Write an http:// or https:// address.');
  return url;
}

async function run({ io, isJson, note }: Cli, options: ListenOptions): Promise<void> {
  const { forwardTo: target } = options;
  const kind = isJson() ? 'json' : options.output;
  if (!options.allowExternal && !isLocal(target))
    throw new CommandError(
      `${target.hostname} isn’t this machine. Say --allow-external if the store’s events may go there.`,
      EXIT.usage,
    );
  const events = eventsLike(options.events, EVENT_NAMES);
  if (events.length === 0)
    throw new CommandError(
      `No event is like ${options.events}. There are: ${EVENT_NAMES.join(', ')}`,
      EXIT.usage,
    );

  const api = openAdminApi(options);
  const { id, secret } = await openSubscription(api, { target: target.href, events });
  if (options.printSecret) note(`Signing secret: ${secret ?? (await rotate(api, id))}`);
  if (options.since !== undefined) await recover(api, id, options.since, note);

  const stopping = new AbortController();
  const stop = () => stopping.abort();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const output = createOutput(kind, (line) => io.stdout(`${line}\n`), process.stdout.isTTY === true);
  let last: Handled | undefined;
  const isInteractive = kind === 'live' && io.isTerminal;
  const keys = keysFor(options, { api, io, note, newest: () => last });
  const releaseKeys = isInteractive ? listenToKeys(io.stdin, keys, stop) : () => {};
  try {
    const totals = await listen({
      api,
      subscriptionId: id,
      target,
      signal: stopping.signal,
      onReady: () =>
        note(
          `Ready: ${events.length} events to ${target.href}${isInteractive ? ' (r resend, d details, o open, q quit)' : ''}`,
        ),
      onHandled(handled) {
        last = handled;
        output.handled(handled);
      },
      onTrouble: (error) => note(`${error.message}; trying again`),
    });
    output.ended(totals);
  } finally {
    releaseKeys();
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}

async function rotate(api: AdminClient, id: string): Promise<string> {
  const { secret = '' } = await api.rotateSubscriptionSecret({ id, body: { overlapHours: OVERLAP_HOURS } });
  return secret;
}

/** Resends the events that never became one of its deliveries, and the deliveries that failed. */
async function recover(api: AdminClient, id: string, sinceMs: number, note: Cli['note']): Promise<void> {
  const now = Date.now();
  const range = { from: new Date(now - sinceMs).toISOString(), to: new Date(now).toISOString() };
  for (const missing of [true, false]) {
    const body = { ...range, subscriptionId: id, missing, dryRun: false, ratePerSecond: 100 };
    const { matched } = await api.createRecovery({ body });
    note(`${matched} ${missing ? 'missed' : 'failed'} since ${range.from}`);
  }
}

interface KeyContext extends Pick<Cli, 'io' | 'note'> {
  api: AdminClient;
  /** The newest delivery. */
  newest(): Handled | undefined;
}

function keysFor(
  { forwardTo, apiUrl, consoleUrl }: ListenOptions,
  { api, io, note, newest }: KeyContext,
): Record<string, () => void> {
  const console = (consoleUrl ?? new URL('/console', apiUrl).href).replace(/\/$/, '');
  const withNewest = (act: (handled: Handled) => unknown) => () => {
    const handled = newest();
    if (handled) act(handled);
    else note('Nothing has come yet.');
  };
  return {
    r: withNewest((handled) => resend(handled, forwardTo, api, note)),
    d: withNewest((handled) => note(detailsOf(handled))),
    o: withNewest(({ claim }) => openPage(`${console}/webhooks/deliveries/${claim.deliveryId}`, io.env)),
  };
}

/** A failed delivery is due again; a delivered one is sent to the target once more, without an entry in the log. */
async function resend(
  { claim, status }: Handled,
  target: URL,
  api: AdminClient,
  note: Cli['note'],
): Promise<void> {
  try {
    if (status !== 'delivered') await api.retryDelivery({ id: claim.deliveryId });
    else {
      const { responseCode, error, durationMs } = await forward(target, claim);
      note(`again: ${claim.event} ${claim.deliveryId} ${responseCode ?? error} ${durationMs} ms`);
    }
  } catch (error) {
    note((error as Error).message);
  }
}
