import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { type Vector, WEBHOOK_VECTORS } from '../generate/webhook-vectors.ts';

interface Language {
  /** How the page marks its code. */
  fence: string;
  file: string;
  interpreter: string;
  versionFlag: string;
  /** Makes of the page's code a program that gets a file and the environment, and exits with 0 when it accepts. */
  program: (code: string) => string;
  command: (file: string, body: string) => string[];
}

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const page = read('../../../docs/webhooks.md');

const LANGUAGES: Language[] = [
  {
    fence: 'python',
    file: 'page.py',
    interpreter: 'python3',
    versionFlag: '--version',
    program: (code) => `${code}
import os, sys
e = os.environ
headers = {"X-Service-Timestamp": e["TIMESTAMP"], "X-Service-Nonce": e["NONCE"], "X-Service-Signature": e["SIGNATURE"], "X-Service-Signature-Previous": e["SIGNATURE_PREVIOUS"]}
body = open(sys.argv[1], "rb").read()
sys.exit(0 if is_from_service(body, headers, e["SECRET"], int(e["NOW"])) else 1)`,
    command: (file, body) => [file, body],
  },
  {
    fence: 'php',
    file: 'page.php',
    interpreter: 'php',
    versionFlag: '--version',
    program: (code) => `${code}
$headers = ['X-Service-Timestamp' => getenv('TIMESTAMP'), 'X-Service-Nonce' => getenv('NONCE'), 'X-Service-Signature' => getenv('SIGNATURE'), 'X-Service-Signature-Previous' => getenv('SIGNATURE_PREVIOUS')];
exit(is_from_service(file_get_contents($argv[1]), $headers, getenv('SECRET'), (int) getenv('NOW')) ? 0 : 1);`,
    command: (file, body) => [file, body],
  },
  {
    fence: 'go',
    file: 'page.go',
    interpreter: 'go',
    versionFlag: 'version',
    program: (code) => `${code
      .replace('package hooks', 'package main')
      .replace('"net/http"', '"net/http"\n\t"os"')}
func main() {
	header := http.Header{}
	header.Set("X-Service-Timestamp", os.Getenv("TIMESTAMP"))
	header.Set("X-Service-Nonce", os.Getenv("NONCE"))
	header.Set("X-Service-Signature", os.Getenv("SIGNATURE"))
	header.Set("X-Service-Signature-Previous", os.Getenv("SIGNATURE_PREVIOUS"))
	body, _ := os.ReadFile(os.Args[1])
	now, _ := strconv.ParseInt(os.Getenv("NOW"), 10, 64)
	if !IsFromService(body, header, os.Getenv("SECRET"), time.Unix(now, 0)) {
		os.Exit(1)
	}
}`,
    command: (file, body) => ['run', file, body],
  },
  {
    fence: 'ruby',
    file: 'page.rb',
    interpreter: 'ruby',
    versionFlag: '--version',
    program: (code) => `${code}
headers = { "X-Service-Timestamp" => ENV["TIMESTAMP"], "X-Service-Nonce" => ENV["NONCE"], "X-Service-Signature" => ENV["SIGNATURE"], "X-Service-Signature-Previous" => ENV["SIGNATURE_PREVIOUS"] }
exit(from_service?(File.binread(ARGV[0]), headers, ENV["SECRET"], now: ENV["NOW"].to_i) ? 0 : 1)`,
    command: (file, body) => [file, body],
  },
  {
    fence: 'sh',
    file: 'page.sh',
    interpreter: 'openssl',
    versionFlag: 'version',
    program: (code) => `${code}\nis_from_service "$1"`,
    command: (file, body) => [file, body],
  },
];

const runFile = promisify(execFile);

// A machine rarely has all of them.
const here = await Promise.all(LANGUAGES.map(isHere));
const languages = LANGUAGES.filter((_, index) => here[index]);

describe('the code of docs/webhooks.md', function () {
  this.timeout(120_000);
  let dir: string;

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'commerce-page-'));
  });

  after(() => rm(dir, { recursive: true, force: true }));

  for (const language of languages) {
    it(`accepts what is genuine and refuses the rest, in ${language.fence}`, async () => {
      await writeFile(join(dir, language.file), language.program(codeOf(language.fence)));

      for (const vector of WEBHOOK_VECTORS.accepted)
        expect(await run(dir, language, vector), vector.name).to.equal(true);
      for (const vector of WEBHOOK_VECTORS.refused)
        expect(await run(dir, language, vector), vector.name).to.equal(false);
    });
  }
});

function codeOf(fence: string): string {
  const code = new RegExp(`\`\`\`${fence}\\n([\\s\\S]*?)\`\`\``).exec(page)?.[1];
  if (code === undefined) throw new Error(`docs/webhooks.md has no code in ${fence}`);
  return code;
}

async function isHere({ interpreter, versionFlag }: Language): Promise<boolean> {
  return runFile(interpreter, [versionFlag]).then(
    () => true,
    () => false,
  );
}

/** Whether the page's code accepts this delivery. */
async function run(dir: string, language: Language, vector: Vector): Promise<boolean> {
  const body = join(dir, 'body');
  await writeFile(body, vector.body);
  const env = {
    ...process.env,
    SECRET: vector.secret,
    NOW: String(vector.now),
    TIMESTAMP: vector.headers['X-Service-Timestamp'],
    NONCE: vector.headers['X-Service-Nonce'],
    SIGNATURE: vector.headers['X-Service-Signature'],
    SIGNATURE_PREVIOUS: vector.headers['X-Service-Signature-Previous'] ?? '',
  };
  const program = language.fence === 'sh' ? 'sh' : language.interpreter;
  try {
    await runFile(program, language.command(join(dir, language.file), body), { env });
    return true;
  } catch (error) {
    const { code, stderr } = error as { code?: number; stderr?: string };
    if (code === 1 && /^(exit status 1\s*)?$/.test(stderr ?? '')) return false;
    throw error;
  }
}
