import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { withSettings } from '../compose.ts';
import { envExample } from '../env-example.ts';

const page = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8');

describe('.env.example', () => {
  it('is what the settings say: `npm run settings` in packages/config writes it', () => {
    expect(page).to.equal(envExample());
  });

  it('names what is required, and shows the defaults of the rest', () => {
    expect(page).to.match(/^# Required\. Bearer token of the Setup API[^#]+#SETUP_TOKEN=$/m);
    expect(page).to.match(/^#WEBHOOK_RETRY_DELAYS=1m,5m,30m,2h,6h,24h$/m);
    expect(page).to.match(/^# Mail server, such as [^#]+(#[^#]+)?#SMTP_URL=$/m);
  });

  it('changes nothing when it is copied as it stands', () => {
    expect(page.match(/^[^#\n]/gm)).to.equal(null);
  });
});

describe('docker/compose.yaml', () => {
  const compose = readFileSync(new URL('../../../docker/compose.yaml', import.meta.url), 'utf8');

  it('has this version’s settings and credentials, which `npm run settings` writes', () => {
    expect(compose).to.equal(withSettings(compose));
  });

  it('gets a setting back that somebody took out, and loses one that doesn’t exist', () => {
    const changed = compose
      .replace('\n  LOG_LEVEL:\n', '\n  NO_SETTING:\n')
      .replaceAll(/.*smtp_url.*\n/g, '');

    expect(changed.split('\n')).to.have.length(compose.split('\n').length - 4);
    expect(withSettings(changed)).to.equal(compose);
  });
});
