import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { CONFIG_NAMES, loadConfig } from '../src/index.ts';

const page = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8');
const shown = [...page.matchAll(/^#?([A-Z0-9_]+)=(.*)$/gm)].map(([, name = '', value = '']) => ({
  name,
  value,
}));

describe('.env.example', () => {
  it('documents every name of the configuration, and those of the tests', () => {
    const names = [...CONFIG_NAMES, 'TEST_DATABASE_URL', 'TEST_REDIS_URL'];

    expect(shown.map(({ name }) => name)).to.have.members(names);
  });

  it('shows the defaults', () => {
    const defaults: Record<string, unknown> = {
      ...loadConfig({ NODE_ENV: 'development' }),
      NODE_ENV: 'production',
    };

    for (const { name, value } of shown.filter((line) => line.value !== '')) {
      expect(String(defaults[name]), name).to.equal(value);
    }
  });

  it('changes nothing when it is copied as it stands', () => {
    expect(page.match(/^[^#\n]/gm)).to.equal(null);
  });
});
