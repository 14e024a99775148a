import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv, promisify } from 'node:util';
import { CONFIG_NAMES, CREDENTIAL_NAMES } from '@service/config';
import { expect } from 'chai';
import { DCLinter } from 'dclint';
import { validate } from 'dockerfile-utils';
import { parse, parseAllDocuments } from 'yaml';
import { NODE_ARGS } from '../src/service-process.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const DOCKER = join(ROOT, 'docker');
const read = (path: string) => readFileSync(join(DOCKER, path), 'utf8');

const list = (words: readonly string[]) => `[${words.map((word) => `"${word}"`).join(', ')}]`;

describe('the Dockerfile', () => {
  const text = read('Dockerfile');
  const stages = text.split(/^FROM /m).slice(1);

  it('has nothing that a linter finds', () => {
    expect(validate(text)).to.deep.equal([]);
  });

  it('is built from one image, named by its digest, and has the three targets', () => {
    const names = stages.map((stage) => stage.split('\n')[0]);

    expect(names[0]).to.match(/^node:24\.\d+\.\d+-bookworm-slim@sha256:[0-9a-f]{64} AS base$/);
    expect(names.slice(1)).to.deep.equal([
      'base AS build',
      'build AS production',
      'base AS runtime',
      'runtime AS command',
      'runtime AS worker',
      'runtime AS api',
    ]);
  });

  it('runs as a user with a number, needs no shell, and asks each process for its health', () => {
    const [, , , runtime, ...targets] = stages;

    expect(runtime).to.match(/^USER 1000:1000$/m);
    for (const target of targets)
      expect(target)
        .to.match(/^CMD \["/m)
        .and.not.match(/^(USER|CMD [^[])/m);
    for (const target of targets.slice(1))
      expect(target).to.match(/^HEALTHCHECK .* CMD \["node", "docker\/health\.mjs", "(worker|api)"\]$/m);
  });

  it('bounds the memory of API and worker as npm start does', () => {
    for (const app of ['api', 'worker'])
      expect(text).to.include(`CMD ${list(['node', ...NODE_ARGS, `apps/${app}/dist/main.js`])}\n`);
  });

  it('leaves the young generation’s size to V8, because a small one costs a fifth of the CPU', () => {
    for (const file of ['Dockerfile', 'systemd/commerce-api.service', 'systemd/commerce-worker.service'])
      expect(read(file)).to.include('--max-old-space-size=').and.not.include('semi-space');
  });

  it('gets nothing of the checkout but what is allowed by name', () => {
    const rules = read('Dockerfile.dockerignore')
      .split('\n')
      .filter((line) => line && !line.startsWith('#'));
    const allowed = rules.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1));

    expect(rules[0]).to.equal('*');
    expect(rules.slice(0, allowed.length + 1)).to.deep.equal(['*', ...allowed.map((name) => `!${name}`)]);
    expect(rules).to.include.members(['**/.env', '**/.env.*', '**/*.env', '**/node_modules', '**/dist']);
    for (const name of allowed) expect(existsSync(join(ROOT, name)), name).to.equal(true);
  });
});

describe('docker/compose.yaml', () => {
  type Service = { environment: Record<string, string | null>; secrets: string[]; image?: string };
  const compose: { services: Record<string, Service>; secrets: Record<string, { environment: string }> } =
    parse(read('compose.yaml'), { merge: true });

  it('is what the schema of compose files asks for', () => {
    // Order is a matter of taste; the linter can't see the interface behind a variable.
    const off = Object.fromEntries(
      [
        'service-keys-order',
        'services-alphabetical-order',
        'top-level-properties-order',
        'require-quotes-in-ports',
        'service-dependencies-alphabetical-order',
        'no-unbound-port-interfaces',
      ].map((rule) => [rule, 0 as const]),
    );
    const linter = new DCLinter({ rules: off, quiet: true, debug: false, exclude: [] });
    const found = linter.lintFiles([join(DOCKER, 'compose.yaml')], false);

    expect(found.flatMap((file: { messages: unknown[] }) => file.messages)).to.deep.equal([]);
  });

  it('gives each process the files that its settings name, made of settings of the same name', () => {
    for (const [part, { environment, secrets }] of Object.entries(compose.services)) {
      const files = Object.entries(environment ?? {}).filter(([name]) => /_FILE$/.test(name));
      for (const [, path] of files) expect(secrets, part).to.include(path?.replace('/run/secrets/', ''));
      if (part !== 'redis') expect(files, part).to.have.length(secrets?.length ?? 0);
    }
    for (const [name, { environment }] of Object.entries(compose.secrets))
      expect(environment.toLowerCase()).to.equal(name);
  });

  it('has a collector whose pipelines name only what exists, and that Prometheus scrapes', () => {
    const { service, ...parts } = parse(read('collector/config.yaml'));
    const pipelines = Object.values<Record<string, string[]>>(service.pipelines);
    const named = (kind: string) => new Set(pipelines.flatMap((pipeline) => pipeline[kind] ?? []));
    const connectors = Object.keys(parts.connectors);

    expect(Object.keys(service)).to.deep.equal(['pipelines']);
    expect([...named('processors')]).to.have.members(Object.keys(parts.processors));
    // A connector ends one pipeline and begins another.
    for (const kind of ['receivers', 'exporters'])
      expect([...named(kind)]).to.have.members([...Object.keys(parts[kind]), ...connectors]);
    for (const pipeline of pipelines) expect(pipeline.processors?.at(-1)).to.equal('batch');
    expect(service.pipelines.traces.processors[0]).to.equal('memory_limiter');

    const [, port] = parts.exporters.prometheus.endpoint.split(':');
    expect(read('prometheus/prometheus.yml')).to.include(`targets: [collector:${port}]`);
  });

  it('lets API and worker know no owner of the database', () => {
    for (const part of ['api', 'worker'])
      expect(compose.services[part]?.environment).to.not.have.any.keys('DATABASE_URL', 'DATABASE_URL_FILE');
  });

  it('starts with what new-env.sh prints, once a payment provider is named', async () => {
    const { stdout } = await promisify(execFile)('sh', [join(DOCKER, 'new-env.sh')]);
    const printed = parseEnv(stdout);
    const { loadConfig } = await import('@service/config');

    for (const { environment } of Object.values(compose.secrets))
      expect(printed).to.have.property(environment);
    const filled = {
      STRIPE_SECRET_KEY: 'sk_live_1',
      PAYMENT_WEBHOOK_SECRET: 'whsec_of_this_shop_that_is_long_enough',
    };
    expect(loadConfig({ ...printed, ...filled }).NODE_ENV).to.equal('production');
  });
});

describe('docker/systemd', () => {
  for (const name of ['api', 'worker'])
    it(`starts the ${name} as its image does, and gives it time to stop`, () => {
      const unit = read(`systemd/commerce-${name}.service`);
      const [, line = ''] =
        new RegExp(`^CMD \\["(.*apps/${name}/.*)"\\]$`, 'm').exec(read('Dockerfile')) ?? [];

      expect(unit).to.include(`\nExecStart=/usr/bin/${line.split('", "').join(' ')}\n`);
      expect(existsSync(join(ROOT, `apps/${name}/src/main.ts`))).to.equal(true);
      expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).to.be.above(15);
    });

  it('has a page whose settings exist', () => {
    const page = readFileSync(join(ROOT, 'docs/without-containers.md'), 'utf8');
    const [, settings = ''] = /```ini\n(.*?)```/s.exec(page) ?? [];

    expect(Object.keys(parseEnv(settings))).to.include('DATABASE_RUNTIME_URL');
    expect([...CONFIG_NAMES]).to.include.members(Object.keys(parseEnv(settings)));
  });
});

describe('docker/kubernetes', () => {
  interface Manifest {
    apiVersion: string;
    kind: string;
    metadata: { name: string };
    spec: { template?: { spec: PodSpec } };
  }
  interface PodSpec {
    automountServiceAccountToken: boolean;
    securityContext: object;
    containers: {
      securityContext: object;
      resources: { limits: object };
      volumeMounts: { name: string }[];
    }[];
    volumes: { name: string }[];
  }
  const KUBERNETES = join(DOCKER, 'kubernetes');
  const folders = ['base', 'keda', 'example'];
  const filesOf = (folder: string) =>
    readdirSync(join(KUBERNETES, folder)).filter((name) => /\.yaml$/.test(name));
  const manifests: Manifest[] = folders.flatMap((folder) =>
    filesOf(folder)
      .filter((name) => name !== 'kustomization.yaml')
      .flatMap((name) => parseAllDocuments(read(`kubernetes/${folder}/${name}`)).map((each) => each.toJS())),
  );
  const modelOf = ({ apiVersion, kind }: Manifest) => {
    if (apiVersion.startsWith('keda.sh/')) return `@kubernetes-models/keda/${apiVersion}/${kind}`;
    if (apiVersion.startsWith('gateway.')) return `@kubernetes-models/gateway-api/${apiVersion}/${kind}`;
    return `kubernetes-models/${apiVersion}/${kind}`;
  };

  for (const manifest of manifests) {
    it(`${manifest.kind} ${manifest.metadata.name} is what the schema of ${manifest.apiVersion} asks for`, async () => {
      const { [manifest.kind]: Model } = await import(modelOf(manifest));
      new Model(manifest).validate();
    });
  }

  it('have no member that Kubernetes doesn’t know', async () => {
    // The schemas let unknown members pass; the compiler doesn't.
    const folder = mkdtempSync(join(dirname(fileURLToPath(import.meta.url)), '.manifests-'));
    try {
      const lines = manifests.map(
        (each, index) =>
          `import type { I${each.kind} as T${index} } from '${modelOf(each)}';\nexport const m${index}: T${index} = ${JSON.stringify(each)};`,
      );
      writeFileSync(join(folder, 'manifests.ts'), lines.join('\n'));
      const bin = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
      const options = [
        '--ignoreConfig',
        '--noEmit',
        '--skipLibCheck',
        '--strict',
        '--module',
        'nodenext',
        '--target',
        'es2022',
      ];
      const found = await promisify(execFile)(process.execPath, [
        bin,
        ...options,
        join(folder, 'manifests.ts'),
      ]).catch(({ stdout }) => ({ stdout }));
      expect(found.stdout).to.equal('');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('names every file of a folder, and none that doesn’t exist', () => {
    for (const folder of folders) {
      const { resources } = parse(read(`kubernetes/${folder}/kustomization.yaml`));
      const files = filesOf(folder).filter((name) => name !== 'kustomization.yaml');

      expect(resources.filter((name: string) => name !== '../base')).to.have.members(files);
    }
  });

  it('runs every container as a user, read-only, without rights, and within a limit', () => {
    const pods = manifests.flatMap(({ spec }) => spec?.template?.spec ?? []);
    expect(pods).to.have.length(3);
    for (const { automountServiceAccountToken, securityContext, containers, volumes } of pods) {
      expect(automountServiceAccountToken).to.equal(false);
      expect(securityContext).to.deep.include({
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      for (const container of containers) {
        expect(container.securityContext).to.deep.equal({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(container.resources.limits).to.have.property('memory');
        expect(container.volumeMounts.map(({ name }) => name)).to.have.members(
          volumes.map(({ name }) => name),
        );
      }
    }
  });

  it('sets nothing but settings', () => {
    const names = Object.keys(parseEnv(read('kubernetes/base/settings.env')));
    const known = [...CONFIG_NAMES, ...CREDENTIAL_NAMES.map((name) => `${name}_FILE`)];

    expect(known).to.include.members(names);
    expect(names).to.not.include.members(['DATABASE_URL_FILE']);
  });
});
