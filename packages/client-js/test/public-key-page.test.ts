import { execFile } from 'node:child_process';
import { generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';

const page = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8');
const section = page.slice(page.indexOf('### Without a shared secret'), page.indexOf('### Golden vectors'));

const NOW = 1_736_933_400;
const ID = '3f0c8a52-6d0f-4d1e-9a53-0d7a4f6f1b20';
const BODY = `{"id":"${ID}","event":"order.paid","data":{"title":"Grüner Tee"}}`;

interface Case {
  isGenuine: boolean;
  id: string;
  timestamp: string;
  signature: string;
  body: string;
  keys: string[];
}

const [pair, old, stranger] = [0, 1, 2].map(() => generateKeyPairSync('ed25519')) as [Pair, Pair, Pair];
type Pair = ReturnType<typeof generateKeyPairSync> & { privateKey: Parameters<typeof sign>[2] };

function publicKeyOf({ publicKey }: Pair): string {
  const { x = '' } = (publicKey as { export(options: object): { x?: string } }).export({ format: 'jwk' });
  return `whpk_${Buffer.from(x, 'base64url').toString('base64')}`;
}

function signedBy(...pairs: Pair[]): string {
  const signed = Buffer.from(`${ID}.${NOW}.${BODY}`);
  return [
    'v1,SptDnN41pQDFvF9r2jdZRTNNwBVlgUFOybSYgh91tFk=',
    ...pairs.map((each) => `v1a,${sign(null, signed, each.privateKey).toString('base64')}`),
  ].join(' ');
}

const genuine: Case = {
  isGenuine: true,
  id: ID,
  timestamp: String(NOW),
  signature: signedBy(pair),
  body: BODY,
  keys: [publicKeyOf(pair)],
};
const CASES: Case[] = [
  genuine,
  { ...genuine, signature: signedBy(old, pair) },
  { ...genuine, isGenuine: false, signature: signedBy(stranger) },
  { ...genuine, isGenuine: false, signature: signedBy() },
  { ...genuine, isGenuine: false, signature: 'v1a,AAAA' },
  { ...genuine, isGenuine: false, signature: '' },
  { ...genuine, isGenuine: false, body: BODY.replace('paid', 'PAID') },
  { ...genuine, isGenuine: false, id: 'another' },
  { ...genuine, isGenuine: false, timestamp: String(NOW - 301) },
  { ...genuine, isGenuine: false, timestamp: 'now' },
];
/** What verifies with one of two keys. */
const WITH_TWO: Case[] = [{ ...genuine, keys: [publicKeyOf(stranger), publicKeyOf(pair)] }];

interface Language {
  fence: string;
  needs: string[];
  file: string;
  /** Makes of the page's code a program that reads cases in JSON and prints what it says of each. */
  program(code: string): string;
  run: string[];
}

const LANGUAGES: Language[] = [
  {
    fence: 'python',
    needs: ['python3', '-c', 'import cryptography'],
    file: 'page.py',
    program: (code) => `${code}
import json, sys
for each in json.load(open(sys.argv[1])):
    headers = {"webhook-id": each["id"], "webhook-timestamp": each["timestamp"], "webhook-signature": each["signature"]}
    print(str(is_from_store(each["body"].encode(), headers, each["keys"], ${NOW})).lower())`,
    run: ['python3'],
  },
  {
    fence: 'php',
    needs: ['php', '-r', 'exit(extension_loaded("sodium") ? 0 : 1);'],
    file: 'page.php',
    program: (code) => `${code}
foreach (json_decode(file_get_contents($argv[1]), true) as $each) {
    $server = ['HTTP_WEBHOOK_ID' => $each['id'], 'HTTP_WEBHOOK_TIMESTAMP' => $each['timestamp'], 'HTTP_WEBHOOK_SIGNATURE' => $each['signature']];
    echo is_from_store($each['body'], $server, $each['keys'], ${NOW}) ? "true\\n" : "false\\n";
}`,
    run: ['php'],
  },
  {
    fence: 'go',
    needs: ['go', 'version'],
    file: 'page.go',
    program: (code) => `${code
      .replace('package hooks', 'package main')
      .replace('"net/http"', '"encoding/json"\n\t"fmt"\n\t"net/http"\n\t"os"')}
func main() {
	var cases []struct {
		Id, Timestamp, Signature, Body string
		Keys                           []string
	}
	text, _ := os.ReadFile(os.Args[1])
	json.Unmarshal(text, &cases)
	for _, each := range cases {
		header := http.Header{}
		header.Set("webhook-id", each.Id)
		header.Set("webhook-timestamp", each.Timestamp)
		header.Set("webhook-signature", each.Signature)
		fmt.Println(IsFromStore([]byte(each.Body), header, each.Keys, time.Unix(${NOW}, 0)))
	}
}`,
    run: ['go', 'run'],
  },
  {
    fence: 'ruby',
    needs: ['ruby', '-e', 'require "openssl"; exit(OpenSSL::VERSION.to_i >= 3)'],
    file: 'page.rb',
    program: (code) => `${code}
require "json"
JSON.parse(File.read(ARGV[0])).each do |each|
  env = { "HTTP_WEBHOOK_ID" => each["id"], "HTTP_WEBHOOK_TIMESTAMP" => each["timestamp"], "HTTP_WEBHOOK_SIGNATURE" => each["signature"] }
  puts from_store?(each["body"], env, each["keys"], now: ${NOW})
end`,
    run: ['ruby'],
  },
];

const runFile = promisify(execFile);

describe('the code of docs/webhooks.md for a public key', function () {
  this.timeout(60_000);
  let dir: string;
  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'commerce-keys-'));
  });
  after(() => rm(dir, { recursive: true, force: true }));

  for (const { fence, needs, file, program, run } of LANGUAGES) {
    it(`accepts what the store signed, and refuses the rest: ${fence}`, async function () {
      if (!(await isHere(needs))) return this.skip();
      const cases = [...CASES, ...WITH_TWO];
      const [path, input] = [join(dir, file), join(dir, 'cases.json')];
      await writeFile(path, program(codeOf(fence)));
      await writeFile(input, JSON.stringify(cases));

      const [command = '', ...args] = run;
      const { stdout } = await runFile(command, [...args, path, input]);

      expect(stdout.trim().split('\n')).to.deep.equal(cases.map(({ isGenuine }) => String(isGenuine)));
    });
  }

  it('accepts what the store signed, and refuses the rest: sh', async function () {
    if (!(await isHere(['sh', '-c', 'openssl version | grep -q "OpenSSL 3"']))) return this.skip();
    const [script, body] = [join(dir, 'page.sh'), join(dir, 'body')];
    await writeFile(script, `${codeOf('sh')}\nis_from_store "$1" && echo true || echo false`);
    for (const each of CASES) {
      await writeFile(body, each.body);
      const variables = {
        ID: each.id,
        TIMESTAMP: each.timestamp,
        SIGNATURES: each.signature,
        PUBLIC_KEY: each.keys[0],
        NOW: String(NOW),
      };
      const { stdout } = await runFile('sh', [script, body], { env: { ...process.env, ...variables } });
      expect(stdout.trim(), JSON.stringify(each)).to.equal(String(each.isGenuine));
    }
  });
});

function codeOf(fence: string): string {
  const code = new RegExp(`\`\`\`${fence}\\n([\\s\\S]*?)\`\`\``).exec(section)?.[1];
  if (code === undefined) throw new Error(`docs/webhooks.md has no code in ${fence} for a public key`);
  return code;
}

/** A machine rarely has all of them. */
async function isHere([program = '', ...args]: string[]): Promise<boolean> {
  return runFile(program, args).then(
    () => true,
    () => false,
  );
}
