import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { describe, it } from 'mocha';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

describe('docs/client.md', () => {
  it('has examples/checkout.ts, which a test of the API runs', () => {
    expect(read('../../../docs/client.md')).to.include(`\`\`\`ts\n${read('../examples/checkout.ts')}\`\`\``);
  });

  it('begins with examples/quick-start.ts, which the compiler reads', () => {
    expect(read('../../../docs/client.md')).to.include(
      `\`\`\`ts\n${read('../examples/quick-start.ts')}\`\`\``,
    );
  });
});
