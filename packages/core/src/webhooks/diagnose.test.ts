import { expect } from 'chai';
import { diagnose } from './diagnose.ts';

describe('diagnose', () => {
  const FAILED = { outcome: 'failed', responseCode: null, error: null, durationMs: 12, via: 'push' };

  for (const [attempt, code, sentence] of [
    [{ outcome: 'open' }, 'under_way', /under way/],
    [{ outcome: 'succeeded', responseCode: 204 }, 'accepted', /204 after 12 ms/],
    [{ outcome: 'unknown' }, 'worker_ended', /made again under the same id/],
    [{ outcome: 'unknown', via: 'pull' }, 'claim_expired', /claimed again under the same id/],
    [{ responseCode: 404, error: 'unexpected status 404' }, 'status_404', /nothing is at this path/],
    [{ responseCode: 418, error: 'unexpected status 418' }, 'status_4xx', /returned 418: it refused/],
    [{ responseCode: 302, error: 'redirect not followed (302)' }, 'status_3xx', /302, a redirect/],
    [{ responseCode: 100, error: 'unexpected status 100' }, 'status_other', /100, which is no success/],
    [{ error: 'connection refused' }, 'connection_refused', /no program listens/],
    // It had been taken for a failure of the network.
    [{ error: 'signing key unavailable' }, 'signing_key_unavailable', /missing from SECRETS_KEY/],
    [{ error: 'proxy refused (403)' }, 'proxy_refused', /its rules and credentials/],
    [{ error: 'token refused (400)' }, 'token_refused', /client id/],
    [{ error: 'something of a later version' }, 'network_error', /network failed/],
  ] as const)
    it(`says ${code}: ${JSON.stringify(attempt)}`, () => {
      const { diagnosis, diagnosisCode } = diagnose({ ...FAILED, ...attempt });

      expect(diagnosisCode).to.equal(code);
      expect(diagnosis).to.match(sentence).and.not.include('{');
    });
});
