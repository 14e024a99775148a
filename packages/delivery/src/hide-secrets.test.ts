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
    'as bytes that are printed': hex(SECRET).replace(/..(?!$)/g, '$& '),
    'as escapes of JSON': hex(SECRET).replace(/../g, '\\u00$&'),
    'as escapes of code': hex(SECRET).replace(/../g, '\\x$&'),
    'as entities of HTML': [...SECRET].map((each) => `&#${each.charCodeAt(0)};`).join(''),
    'as hexadecimal entities of HTML': hex(SECRET).replace(/../g, '&#x$&;'),
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

  it('leaves escapes that hold nothing of it, and those of what can’t be shown', () => {
    const text = '{"name":"\\u0054ea \\u0000","html":"&#84;&#0;"}';

    expect(hide(text)).to.equal(text);
    expect(hide(`\\u0000 ${hex(SECRET).replace(/../g, '\\u00$&')}`)).to.equal('\\u0000 [redacted]');
  });

  it('hides a secret that is too short for its parts as it is', () => {
    expect(createSecretHider(['abc1'])('got abc1')).to.equal('got [redacted]');
  });
});
