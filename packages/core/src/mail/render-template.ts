import { loadLater, openOnce } from '@service/jobs/primitives';
import type { Context, ForTag as ForTagType, Liquid, LiquidError, Operators, ValueToken } from 'liquidjs';

/**
 * The limits of a text. `work` counts the characters that filters produce, `contains` searches and loops iterate over, so that a
 * text fails or not whatever the load of the machine; the time limits everything that isn't counted. `words` are those in braces:
 * for each of them the engine counts lines from the beginning of the text.
 */
const LIMITS = { parseCharacters: 20_000, words: 1000, work: 100_000, renderMs: 1000 };
const OUTPUT_LIMIT_CHARACTERS = 50_000;

/** No tag that reads another template, and no loop except over the goods of a message. */
const TAGS = ['assign', 'case', 'comment', 'for', 'break', 'continue', 'if', 'raw', 'unless'];
const FILTERS = [
  ...[
    'append',
    'capitalize',
    'default',
    'downcase',
    'prepend',
    'remove',
    'replace',
    'strip',
    'truncate',
    'upcase',
  ],
  ...['first', 'join', 'last', 'map', 'size'],
  ...['divided_by', 'minus', 'modulo', 'plus', 'times'],
];

export class TemplateError extends Error {
  constructor(
    reason: string,
    /** The line, counted from 1. */
    readonly line: number,
  ) {
    super(reason);
  }
}

type Contains = (whole: unknown, part: unknown, context: Context) => ReturnType<Operators[string]>;

/** Loaded with the first message. */
const engine = openOnce(async () => {
  const { Liquid, ForTag, defaultOperators, evalToken } = await loadLater(() => import('liquidjs'));
  const contains = defaultOperators.contains as Contains;
  const liquid = new Liquid({
    strictFilters: true,
    strictVariables: true,
    lenientIf: true,
    ownPropertyOnly: true,
    // A template can't name a file.
    templates: {},
    parseLimit: LIMITS.parseCharacters,
    renderLimit: LIMITS.renderMs,
    memoryLimit: LIMITS.work,
    operators: {
      ...defaultOperators,
      contains: ((whole, part, context) => {
        context.memoryLimit.use(typeof whole === 'string' || Array.isArray(whole) ? whole.length : 0);
        return contains(whole, part, context);
      }) satisfies Contains,
    },
  });
  keepOnly(liquid.tags, TAGS);
  keepOnly(liquid.filters, FILTERS);
  /** Counts the work of a loop before it runs: its body, once for each item. */
  class CountedFor extends ForTag {
    private readonly length: number;
    constructor(...[token, rest, ...more]: ConstructorParameters<typeof ForTag>) {
      super(token, rest, ...more);
      this.length = (rest[0]?.begin ?? token.input.length) - token.end;
    }
    override *render(
      ...[context, emitter]: Parameters<ForTagType['render']>
    ): ReturnType<ForTagType['render']> {
      const items: unknown = yield evalToken(this.collection as ValueToken, context);
      context.memoryLimit.use(this.length * (Array.isArray(items) ? items.length : MAX_MEMBERS));
      return yield* super.render(context, emitter);
    }
  }
  liquid.registerTag('for', CountedFor);
  return liquid;
});

/** The most members of a value that isn't a list. */
const MAX_MEMBERS = 10;

function keepOnly(all: Record<string, unknown>, names: readonly string[]): void {
  for (const name of Object.keys(all)) if (!names.includes(name)) delete all[name];
}

/**
 * Renders a source in Liquid. The result is no HTML and nothing in it is escaped: the caller does that. Throws a `TemplateError`,
 * also where the source takes too long or writes too much.
 */
export async function renderTemplate(source: string, values: Record<string, unknown>): Promise<string> {
  const liquid = await engine.open();
  return run(() => {
    const output: string = liquid.renderSync(parse(liquid, source), values);
    if (output.length > OUTPUT_LIMIT_CHARACTERS) throw new TemplateError('it writes too much', 1);
    return output;
  });
}

/** Returns the names in a source that aren't among these placeholders, also where it isn't rendered; throws as above. */
export async function findUnknownPlaceholder(
  source: string,
  known: readonly string[],
): Promise<{ name: string; line: number } | undefined> {
  const liquid = await engine.open();
  const { globals } = run(() => liquid.analyzeSync(parse(liquid, source)));
  const name = Object.keys(globals).find((each) => !known.includes(each));
  return name === undefined ? undefined : { name, line: globals[name]?.[0]?.location.row ?? 1 };
}

function parse(liquid: Liquid, source: string) {
  const templates = liquid.parse(source);
  const [, ...parts] = source.split(/\{[{%]/);
  const words = parts.flatMap((part) => part.split(/[%}]\}/, 1)[0]?.match(/[\w\u0080-\uffff]+/g) ?? []);
  if (words.length > LIMITS.words)
    throw new TemplateError(`more than ${LIMITS.words} words are in braces`, 1);
  return templates;
}

function run<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof TemplateError) throw error;
    const { message, originalError, token } = error as Partial<LiquidError> & {
      originalError?: Error;
      token?: { getPosition(): [number, number] };
    };
    // A source that is nested too deeply ends as RangeError, which has no place.
    const reason = originalError?.message ?? message ?? 'it can’t be read';
    throw new TemplateError(reason.replace(/, line:\d+, col:\d+.*$/s, ''), token?.getPosition()[0] ?? 1);
  }
}
