import { SECTIONS } from './src/settings.ts';

const WIDTH = 118;

const HEAD = `# Copy to .env, which npm start and npm run demo read. A line that stays commented out has the value that it shows.
# The names with "Required" must be set, but for NODE_ENV=development and test, which have published values for them;
# npm start makes values of its own for each data folder. \`npm run settings\` in packages/config writes this file.
`;

const TESTS = `${rule('Tests only')}
# Servers for npm test, instead of containers or embedded ones. It makes databases of its own there, and never uses
# DATABASE_URL or REDIS_URL.
#TEST_DATABASE_URL=
#TEST_REDIS_URL=
`;

interface Setting {
  description?: string;
  default?: unknown;
}

/** Returns the content of .env.example: every setting with its description and default. */
export function envExample(): string {
  const sections = SECTIONS.map(({ title, about, settings }) => {
    const entries = Object.entries<object>(settings).map(([name, schema]) => describe(name, schema));
    return [rule(title), ...(about ? [comment(about)] : []), ...entries].join('\n');
  });
  return [HEAD, ...sections, TESTS].join('\n');
}

function describe(name: string, setting: Setting): string {
  const isRequired = setting.default === undefined && !('~optional' in setting);
  const text = `${isRequired ? 'Required. ' : ''}${setting.description}.`;
  return `${comment(text)}#${name}=${setting.default ?? ''}\n`;
}

function rule(title: string): string {
  return `# ── ${title} ${'─'.repeat(WIDTH - title.length - 6)}\n`;
}

function comment(text: string): string {
  const lines = [''];
  for (const word of text.replaceAll('’', "'").split(' ')) {
    const last = lines.length - 1;
    if (`${lines[last]} ${word}`.length > WIDTH) lines.push(` ${word}`);
    else lines[last] += ` ${word}`;
  }
  return lines.map((line) => `#${line}\n`).join('');
}
