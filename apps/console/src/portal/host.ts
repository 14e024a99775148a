import { holdToken } from '../api.ts';

/** The address contains the store's id; it only contains the token at the moment in which the page opens. */
export const STORE = location.pathname.split('/')[2] ?? '';

const given = /^#token=(ps_[\w-]+)$/.exec(location.hash)?.[1];
if (given) {
  holdToken(given);
  history.replaceState(null, '', location.pathname + location.search);
}
export const wasGivenToken = given !== undefined;

/** Whether the portal is embedded in another page, which can give it a new token. */
export const isEmbedded = window.parent !== window;

// For a reload and for other tabs. No browser stores it for an embedding page; if it fails, this page still has the token.
if (given && !isEmbedded)
  fetch(`/portal/${STORE}/session`, { method: 'POST', headers: { authorization: `Bearer ${given}` } }).catch(
    () => {},
  );

/** The origin of that page, once it has sent a message. */
let host: string | undefined;
let isAsking = false;
let accept: ((event: MessageEvent) => void) | undefined;
const early: MessageEvent[] = [];

// Listens from the start: the page sends its message as soon as it has loaded, and the trusted origins are known later.
addEventListener('message', (event) => {
  if (!isEmbedded || event.source !== window.parent) return;
  if (accept) accept(event);
  else early.push(event);
});

/** From now on trusts the pages of these origins, and no others. */
export function listenToHost(origins: readonly string[], onToken: () => void): void {
  accept = ({ origin, data }) => {
    if (!origins.includes(origin)) return;
    const isFirst = host === undefined;
    host = origin;
    if (data?.type === 'commerce-portal:token' && typeof data.token === 'string') {
      isAsking = false;
      holdToken(data.token);
      onToken();
    } else if (isFirst && !wasGivenToken) askForToken();
  };
  for (const event of early.splice(0)) accept(event);
}

/** Once, however many requests were refused. */
export function askForToken(): void {
  if (!host || isAsking) return;
  isAsking = true;
  window.parent.postMessage({ type: 'commerce-portal:renew' }, host);
}
