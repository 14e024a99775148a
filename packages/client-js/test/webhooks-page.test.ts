import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { type Vector, WEBHOOK_VECTORS } from '../generate/webhook-vectors.ts';

interface Language {
  /** How the page marks its code. */
  fence: string;
  /** Commands that succeed where its server can be started. */
  needs: string[][];
  file: string;
  /**
   * Makes of the page's code a receiver behind a server of that language, called as the page says. The secret and the
   * clock come in the query; it responds with 204 to what it accepts and 400 to the rest.
   */
  receiver: (code: string) => string;
  command: (file: string, port: number) => [string, ...string[]];
}

const page = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8');

const LANGUAGES: Language[] = [
  {
    fence: 'python',
    needs: [['python3', '--version']],
    file: 'page.py',
    receiver: (code) => `${code}
import http.server, sys, urllib.parse
class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(self.path).query))
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(204 if is_from_service(body, self.headers, query["secret"], int(query["now"])) else 400)
        self.end_headers()
server = http.server.HTTPServer(("127.0.0.1", int(sys.argv[1])), Receiver)
print("started", file=sys.stderr, flush=True)
server.serve_forever()`,
    command: (file, port) => ['python3', file, String(port)],
  },
  {
    fence: 'php',
    needs: [['php', '--version']],
    file: 'page.php',
    receiver: (code) => `${code}
$isGenuine = is_from_service(file_get_contents('php://input'), $_SERVER, $_GET['secret'], (int) $_GET['now']);
http_response_code($isGenuine ? 204 : 400);`,
    command: (file, port) => ['php', '-S', `127.0.0.1:${port}`, file],
  },
  {
    fence: 'go',
    needs: [['go', 'version']],
    file: 'page.go',
    receiver: (code) => `${code
      .replace('package hooks', 'package main')
      .replace('"net/http"', '"io"\n\t"net"\n\t"net/http"\n\t"os"')}
func main() {
	listener, err := net.Listen("tcp", "127.0.0.1:"+os.Args[1])
	if err != nil {
		panic(err)
	}
	os.Stderr.WriteString("started\\n")
	http.Serve(listener, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		now, _ := strconv.ParseInt(r.FormValue("now"), 10, 64)
		if IsFromService(body, r.Header, r.FormValue("secret"), time.Unix(now, 0)) {
			w.WriteHeader(204)
		} else {
			w.WriteHeader(400)
		}
	}))
}`,
    command: (file, port) => ['go', 'run', file, String(port)],
  },
  {
    fence: 'ruby',
    needs: [
      ['rackup', '--version'],
      ['ruby', '-e', 'require "rack"; require "webrick"'],
    ],
    file: 'config.ru',
    receiver: (code) => `${code}
run lambda { |env|
  query = Rack::Request.new(env).GET
  genuine = from_service?(env["rack.input"].read, env, query["secret"], now: query["now"].to_i)
  [genuine ? 204 : 400, {}, []]
}`,
    command: (file, port) => [
      'rackup',
      '--env',
      'none',
      '--server',
      'webrick',
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
      file,
    ],
  },
];

const runFile = promisify(execFile);

describe('the code of docs/webhooks.md', () => {
  let dir: string;

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'commerce-page-'));
  });

  after(() => rm(dir, { recursive: true, force: true }));

  for (const language of LANGUAGES) {
    it(`accepts genuine deliveries of a real server, and refuses the rest: ${language.fence}`, async function () {
      if (!(await areHere(language.needs))) {
        this.skipReason = `the programs of ${language.fence} aren’t here`;
        return this.skip();
      }
      const file = join(dir, language.file);
      await writeFile(file, language.receiver(codeOf(language.fence)));
      const receiver = await startReceiver(language, file);
      try {
        for (const { expected, vector } of cases()) {
          expect(await receiver.status(vector), vector.name).to.equal(expected ? 204 : 400);
        }
      } finally {
        await receiver.stop();
      }
    });
  }

  it('accepts what is genuine and refuses the rest: sh', async function () {
    if (!(await areHere([['openssl', 'version']]))) {
      this.skipReason = 'there is no openssl';
      return this.skip();
    }
    await writeFile(join(dir, 'page.sh'), `${codeOf('sh', '# is_from_service')}\nis_from_service "$1"`);

    for (const vector of WEBHOOK_VECTORS.accepted)
      expect(await isAcceptedByShell(dir, vector), vector.name).to.equal(true);
    for (const vector of WEBHOOK_VECTORS.refused)
      expect(await isAcceptedByShell(dir, vector), vector.name).to.equal(false);
  });
});

/** Names of headers come in any case: ours are in small letters, proxies change them. */
function cases(): { expected: boolean; vector: Vector }[] {
  const inSmallLetters = (vector: Vector): Vector => ({
    ...vector,
    name: `${vector.name}, in small letters`,
    headers: Object.fromEntries(
      Object.entries(vector.headers).map(([name, value]) => [name.toLowerCase(), value]),
    ),
  });
  const inBoth = (vectors: readonly Vector[]) =>
    vectors.flatMap((vector) => [vector, inSmallLetters(vector)]);
  return [
    ...inBoth(WEBHOOK_VECTORS.accepted).map((vector) => ({ expected: true, vector })),
    ...inBoth(WEBHOOK_VECTORS.refused).map((vector) => ({ expected: false, vector })),
  ];
}

function codeOf(fence: string, beginning = ''): string {
  const code = new RegExp(`\`\`\`${fence}\\n(${beginning}[\\s\\S]*?)\`\`\``).exec(page)?.[1];
  if (code === undefined) throw new Error(`docs/webhooks.md has no code in ${fence}`);
  return code;
}

/** A machine rarely has all of them. */
async function areHere(commands: string[][]): Promise<boolean> {
  const runs = commands.map(([program = '', ...args]) => runFile(program, args));
  return Promise.all(runs).then(
    () => true,
    () => false,
  );
}

interface Receiver {
  status(vector: Vector): Promise<number>;
  stop(): Promise<void>;
}

async function startReceiver({ command }: Language, file: string): Promise<Receiver> {
  const port = await freePort();
  const [program, ...args] = command(file, port);
  // A group of its own, because `go run` starts a program that outlives it.
  const server = spawn(program, args, { detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = once(server, 'exit');
  await hasStarted(server);
  return {
    status: (vector) => post(port, vector),
    async stop() {
      process.kill(-(server.pid ?? 0), 'SIGKILL');
      await exited;
    },
  };
}

/** All four say so on standard error. */
function hasStarted(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    server.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (/started|#start/.test(output)) resolve();
    });
    server.once('exit', () => reject(new Error(`The receiver ended before it was ready:\n${output}`)));
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function post(port: number, { body, headers, secret, now }: Vector): Promise<number> {
  const query = new URLSearchParams({ secret, now: String(now) });
  const sent = request({ host: '127.0.0.1', port, method: 'POST', path: `/hooks?${query}`, agent: false });
  sent.setHeader('Content-Type', 'application/json');
  for (const [name, value] of Object.entries(headers)) sent.setHeader(name, value);
  sent.end(body);
  const [response] = await once(sent, 'response');
  response.resume();
  return response.statusCode;
}

/** Whether the page's code accepts this delivery. */
async function isAcceptedByShell(dir: string, vector: Vector): Promise<boolean> {
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
  try {
    await runFile('sh', [join(dir, 'page.sh'), body], { env });
    return true;
  } catch (error) {
    const { code, stderr } = error as { code?: number; stderr?: string };
    if (code === 1 && stderr === '') return false;
    throw error;
  }
}
