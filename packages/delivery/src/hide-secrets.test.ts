import { expect } from 'chai';
import { createSecretHider } from './hide-secrets.ts';

const SECRET = 'k9Vb-Q2xTz_71LmNwRpY8sHd';
const base64 = (text: string) => Buffer.from(text).toString('base64');
const hex = (text: string) => Buffer.from(text).toString('hex');
const percent = (text: string) => hex(text).replace(/../g, '%$&');

describe('what a receiver echoes of a secret', () => {
  const hide = createSecretHider(['another secret', SECRET]);

  const FORMS: Readonly<Record<string, string>> = {
    'as it is': SECRET,
    'in capitals': SECRET.toUpperCase(),
    'in small letters': SECRET.toLowerCase(),
    'in base64': base64(SECRET),
    'in base64 for URLs': Buffer.from(SECRET).toString('base64url'),
    'in base64 behind one letter': base64(`x${SECRET}`),
    'in base64 behind two letters': base64(`xy${SECRET}`),
    'in hexadecimal': hex(SECRET),
    'in hexadecimal capitals': hex(SECRET).toUpperCase(),
    'percent-encoded': percent(SECRET),
    'percent-encoded where it must be': encodeURIComponent(`${SECRET} `),
    'broken in two': `${SECRET.slice(0, 12)}\n${SECRET.slice(12)}`,
    'broken in two, as JSON': JSON.stringify([SECRET.slice(0, 12), SECRET.slice(12)]),
    'in base64, broken in two': `${base64(SECRET).slice(0, 16)} ${base64(SECRET).slice(16)}`,
  };
  for (const [form, echoed] of Object.entries(FORMS))
    it(`is hidden ${form}`, () => {
      const hidden = hide(`before {"got":"${echoed}"} after`);

      expect(hidden).to.match(/^before \{.*\[redacted\].*\} after$/s);
      for (const half of [echoed.slice(0, echoed.length / 2), echoed.slice(echoed.length / 2)])
        expect(hidden).to.not.include(half);
    });

  it('leaves other texts as they are', () => {
    const text = 'Order 0190f4a2-7c1e accepted at 2026-11-23T15:20:00Z, etag "W/1234567890abcdef", Basic xTz';

    expect(hide(text)).to.equal(text);
    expect(createSecretHider([])(SECRET)).to.equal(SECRET);
  });

  it('hides a secret that is too short for its parts as it is', () => {
    expect(createSecretHider(['abc1'])('got abc1')).to.equal('got [redacted]');
  });
});
