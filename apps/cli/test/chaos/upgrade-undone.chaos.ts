import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'chai';

import { REWRITE, useUpgrades } from '../upgrade-scene.ts';

describe('commerce upgrade', () => {
  const { releases, openDeployment, copyDeployment, upgrade, contents, versionOf, maintenance } =
    useUpgrades();

  it('puts everything back when a later migration fails, and says what happened', async () => {
    const deployment = await openDeployment();
    const before = await contents(deployment.databaseUrl);

    const { code, said } = await upgrade(deployment, releases.broken);

    expect(code).to.equal(1);
    expect(said).to.match(
      /is again as it was before, of version 1\.0\.0: .*_second failed.*division by zero/,
    );
    expect(await contents(deployment.databaseUrl)).to.deep.equal(before);
    expect(await versionOf(deployment.databaseUrl)).to.equal('1.0.0');
    expect(await maintenance(deployment.databaseUrl)).to.deep.equal([]);
    await deployment.store.order();
    await deployment.close();
  });

  it('puts everything back when the new API isn’t healthy', async () => {
    const { before, ...deployment } = await copyDeployment();

    const { code, said } = await upgrade(deployment, releases.unhealthy);

    expect(code).to.equal(1);
    expect(said).to.match(/again as it was before.*The new api isn’t healthy.*no API today/s);
    expect(await contents(deployment.databaseUrl)).to.deep.equal(before);
  });

  it('only looks with --check', async () => {
    const { before, ...deployment } = await copyDeployment();
    const child = spawn(process.execPath, [releases.next.cli, 'upgrade', '--check', '--json'], {
      env: { PATH: process.env.PATH ?? '', NODE_ENV: 'test', ...deployment.env },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [text] = await Promise.all([child.stdout.toArray(), once(child, 'close')]);

    const { checks } = JSON.parse(Buffer.concat(text).toString());

    expect(child.exitCode).to.equal(0);
    expect(
      checks.map(({ name, level }: { name: string; level: string }) => `${name} ${level}`),
    ).to.include.members(['database ok', 'migrations ok', 'disk ok']);
    expect(checks.find(({ name }: { name: string }) => name === 'migrations').detail).to.include(REWRITE);
    expect(await contents(deployment.databaseUrl)).to.deep.equal(before);
  });
});
