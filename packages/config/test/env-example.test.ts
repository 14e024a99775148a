import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { envExample } from '../env-example.ts';

const page = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8');

describe('.env.example', () => {
  it('is what the settings say: `npm run env-example` in packages/config writes it', () => {
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
