import { readFileSync } from 'node:fs';

export interface AddressCorpus {
  /** What the names of the corpus resolve to; no other name resolves. */
  names: ReadonlyMap<string, readonly string[]>;
  addresses: { accepted: readonly string[]; refused: readonly string[] };
  /** The verdict is `accepted`, or the code of the refusal, without WEBHOOK_ALLOW_INSECURE and any opened range. */
  urls: readonly { url: string; verdict: string }[];
}

/** Ways to write an address, and what becomes of each: the same when saving, testing, delivering and recovering. */
export function readAddressCorpus(): AddressCorpus {
  const text = readFileSync(new URL('./address-corpus.json', import.meta.url), 'utf8');
  const { names, addresses, urls } = JSON.parse(text) as {
    names: Record<string, string[]>;
    addresses: AddressCorpus['addresses'];
    urls: Record<string, string[]>;
  };
  return {
    names: new Map(Object.entries(names)),
    addresses,
    urls: Object.entries(urls).flatMap(([verdict, group]) => group.map((url) => ({ url, verdict }))),
  };
}
