import { createHash, createHmac, pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { LinkError } from './broker-sender.ts';

type ScramHash = 'sha256' | 'sha512';

/** RFC 7677 requires at least 4096. More than the maximum would keep threads of the process busy for long. */
const MIN_ITERATIONS = 4096;
const MAX_ITERATIONS = 100_000;

const derive = promisify(pbkdf2);

/**
 * SCRAM (RFC 5802) as a client: proves the password without sending it, and that the server knows it, too. Throws a `LinkError`.
 * Why not the client library's own: it does as many iterations as a broker requests.
 */
export async function authenticateByScram(
  { username, password, hash }: { username: string; password: string; hash: ScramHash },
  exchange: (message: string) => Promise<string>,
): Promise<void> {
  const hmac = (key: Buffer, text: string) => createHmac(hash, key).update(text).digest();
  const nonce = randomBytes(18).toString('base64');
  const first = `n=${username.replace(/=/g, '=3D').replace(/,/g, '=2C')},r=${nonce}`;
  const serverFirst = await exchange(`n,,${first}`);
  const { r = '', s = '', i = '' } = attributesOf(serverFirst);
  const iterations = Number(i);
  const isSound = r.startsWith(nonce) && r !== nonce && s !== '';
  if (!isSound || !(iterations >= MIN_ITERATIONS && iterations <= MAX_ITERATIONS))
    throw new LinkError('invalid response');

  const length = createHash(hash).digest().length;
  const salted = await derive(password, Buffer.from(s, 'base64'), iterations, length, hash);
  const clientKey = hmac(salted, 'Client Key');
  const storedKey = createHash(hash).update(clientKey).digest();
  // `biws` is `n,,` in base64.
  const last = `c=biws,r=${r}`;
  const signed = `${first},${serverFirst},${last}`;
  const signature = hmac(storedKey, signed);
  const proof = clientKey.map((byte, index) => byte ^ (signature[index] as number));
  const { v = '' } = attributesOf(await exchange(`${last},p=${Buffer.from(proof).toString('base64')}`));
  const expected = hmac(hmac(salted, 'Server Key'), signed);
  const given = Buffer.from(v, 'base64');
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new LinkError('access refused');
}

function attributesOf(message: string): Record<string, string> {
  return Object.fromEntries(message.split(',').map((part) => [part.slice(0, 1), part.slice(2)]));
}
