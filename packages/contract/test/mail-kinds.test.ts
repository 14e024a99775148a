import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { MAIL_PLACEHOLDERS, SHOPPER_MAILS } from '../src/mail-kinds.ts';

const GUIDE = readFileSync(new URL('../../../docs/guides/mails.md', import.meta.url), 'utf8');

describe('the guide to mails', () => {
  it('lists each kind with its placeholders', () => {
    for (const [kind, rule] of Object.entries(SHOPPER_MAILS)) {
      const placeholders = rule.placeholders.map((name) => `\`${name}\``).join(' ');
      const row = GUIDE.split('\n').find((line) => line.startsWith(`| \`${kind}\` |`));
      expect(row, kind).to.match(
        new RegExp(`\\| ${'isRequired' in rule ? 'no' : 'yes'} \\| ${placeholders} \\|$`),
      );
    }
  });

  it('describes each placeholder as the contract does', () => {
    for (const [name, { type, description }] of Object.entries(MAIL_PLACEHOLDERS))
      expect(GUIDE).to.include(`| \`${name}\` | ${type} | ${description} |`);
  });
});
