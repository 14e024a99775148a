import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { type KeyVector, PUBLIC_KEY_VECTORS } from '../generate/public-key-vectors.ts';
import { verifyWebhook } from '../src/webhooks.ts';

const page = readFileSync(new URL('../../../docs/webhook-keys.md', import.meta.url), 'utf8');

interface Language {
  fence: string;
  needs: string[];
  file: string;
  /** Makes of the page's code a program that reads vectors and prints a line of each: what v1a says, and what RFC 9421 says. */
  program(code: string): string;
  run: string[];
}

const LANGUAGES: Language[] = [
  {
    fence: 'js',
    needs: ['node', '--version'],
    file: 'page.mjs',
    program: (code) => `${code}
import { readFileSync } from 'node:fs';
for (const { body, headers, keys, method, url, now } of JSON.parse(readFileSync(process.argv[2]))) {
  const raw = Buffer.from(body);
  console.log(isFromStore(raw, headers, keys.map(({ publicKey }) => publicKey), now), isSignedRequest(method, url, raw, headers, keys, now));
}`,
    run: ['node'],
  },
  {
    fence: 'python',
    needs: ['python3', '-c', 'import cryptography'],
    file: 'page.py',
    program: (code) => `${code}
import json, sys
for each in json.load(open(sys.argv[1])):
    raw, headers, now = each["body"].encode(), each["headers"], each["now"]
    v1a = is_from_store(raw, headers, [key["publicKey"] for key in each["keys"]], now)
    print(str(v1a).lower(), str(is_signed_request(each["method"], each["url"], raw, headers, each["keys"], now)).lower())`,
    run: ['python3'],
  },
  {
    fence: 'php',
    needs: ['php', '-r', 'exit(extension_loaded("sodium") ? 0 : 1);'],
    file: 'page.php',
    program: (code) => `${code}
foreach (json_decode(file_get_contents($argv[1]), true) as $each) {
    $server = [];
    foreach ($each['headers'] as $name => $value) $server['HTTP_' . strtoupper(strtr($name, '-', '_'))] = $value;
    $v1a = is_from_store($each['body'], $server, array_column($each['keys'], 'publicKey'), $each['now']);
    $request = is_signed_request($each['method'], $each['url'], $each['body'], $server, $each['keys'], $each['now']);
    echo json_encode($v1a), ' ', json_encode($request), "\\n";
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
	var vectors []struct {
		Body, Method, Url string
		Headers           map[string]string
		Keys              []struct{ Kid, X, PublicKey string }
		Now               int64
	}
	text, _ := os.ReadFile(os.Args[1])
	json.Unmarshal(text, &vectors)
	for _, each := range vectors {
		header := http.Header{}
		for name, value := range each.Headers {
			header.Set(name, value)
		}
		var publicKeys []string
		var keys []Key
		for _, key := range each.Keys {
			publicKeys = append(publicKeys, key.PublicKey)
			keys = append(keys, Key{key.Kid, key.X})
		}
		raw, now := []byte(each.Body), time.Unix(each.Now, 0)
		fmt.Println(IsFromStore(raw, header, publicKeys, now), IsSignedRequest(each.Method, each.Url, raw, header, keys, now))
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
  env = each["headers"].to_h { |name, value| ["HTTP_#{name.upcase.tr("-", "_")}", value] }
  raw, now = each["body"], each["now"]
  v1a = from_store?(raw, env, each["keys"].map { |key| key["publicKey"] }, now: now)
  puts "#{v1a} #{signed_request?(each["method"], each["url"], raw, env, each["keys"], now: now)}"
end`,
    run: ['ruby'],
  },
  {
    fence: 'sh',
    needs: ['sh', '-c', 'openssl version | grep -q "OpenSSL 3"'],
    file: 'page.sh',
    program: (code) => `${code}\n${PUBLIC_KEY_VECTORS.map(shellCase).join('\n')}`,
    run: ['sh'],
  },
];

const runFile = promisify(execFile);

describe('the code of docs/webhook-keys.md', () => {
  let dir: string;
  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'commerce-keys-'));
  });
  after(() => rm(dir, { recursive: true, force: true }));

  for (const { fence, needs, file, program, run } of LANGUAGES) {
    it(`accepts what the store signed, by v1a and by RFC 9421, and refuses the rest: ${fence}`, async function () {
      if (!(await isHere(needs))) {
        this.skipReason = `the programs of ${fence} aren’t here`;
        return this.skip();
      }
      const [path, input] = [join(dir, file), join(dir, 'vectors.json')];
      await writeFile(path, program(codeOf(fence)));
      await writeFile(input, JSON.stringify(PUBLIC_KEY_VECTORS));

      const [command = '', ...args] = run;
      const { stdout } = await runFile(command, [...args, path, input]);

      const said = stdout.trim().split('\n');
      expect(PUBLIC_KEY_VECTORS.map(({ name }, at) => `${name}: ${said[at]}`)).to.deep.equal(
        PUBLIC_KEY_VECTORS.map(({ name, accepted: { v1a, rfc9421 } }) => `${name}: ${v1a} ${rfc9421}`),
      );
    });
  }

  it('says of v1a what verifyWebhook says', async () => {
    for (const { name, accepted, body, headers, keys, now } of PUBLIC_KEY_VECTORS) {
      if (body === '') continue;
      const publicKeys = keys.map(({ publicKey }) => publicKey);
      const isGenuine = await verifyWebhook(body, headers, publicKeys, { now: () => now * 1000 }).then(
        () => true,
        () => false,
      );
      expect(isGenuine, name).to.equal(accepted.v1a);
    }
  });
});

/** Accepted by any of the keys, as a receiver that knows several would ask. */
function shellCase({ body, headers, keys, method, url, now }: KeyVector): string {
  const quoted = (text = '') => `'${text.replaceAll("'", "'\\''")}'`;
  const variables = {
    ID: headers['webhook-id'],
    TIMESTAMP: headers['webhook-timestamp'],
    SIGNATURES: headers['webhook-signature'],
    CONTENT_DIGEST: headers['content-digest'],
    SIGNATURE_INPUT: headers['signature-input'],
    SIGNATURE: headers.signature,
    METHOD: method,
    URL: url,
    NOW: String(now),
  };
  return [
    `printf %s ${quoted(body)} >"$1.body"; v1a=false rfc9421=false`,
    ...Object.entries(variables).map(([name, value]) => `${name}=${quoted(value)}`),
    ...keys.map(
      ({ kid, publicKey }) =>
        `PUBLIC_KEY=${quoted(publicKey)} KEY_ID=${quoted(kid)}; is_from_store "$1.body" && v1a=true; is_signed_request "$1.body" && rfc9421=true`,
    ),
    'echo "$v1a $rfc9421"',
  ].join('\n');
}

function codeOf(fence: string): string {
  const code = new RegExp(`\`\`\`${fence}\\n([\\s\\S]*?)\`\`\``).exec(page)?.[1];
  if (code === undefined) throw new Error(`docs/webhook-keys.md has no code in ${fence}`);
  return code;
}

/** A machine rarely has all of them. */
async function isHere([program = '', ...args]: string[]): Promise<boolean> {
  return runFile(program, args).then(
    () => true,
    () => false,
  );
}
