import { chapters } from './document.ts';

/** With DOCS_SAMPLE=true most operations have no page, only an address: tests would wait for them most of the time. */
const IN_SAMPLE = ['createCategory', 'createSubscription', 'createTenant', 'listOrders'];
/** Of the others, each of so many is in it, too. */
const EACH = 20;

/** The operations without a page. */
export const LEFT_OUT: ReadonlySet<string> = new Set(
  process.env.DOCS_SAMPLE === 'true'
    ? chapters
        .flatMap(({ operations }) => operations.map(({ operationId }) => operationId))
        .filter((id, index) => index % EACH > 0 && !IN_SAMPLE.includes(id))
    : [],
);

/** Whether an address, with or without `.md`, is the one of an operation without a page. */
export const isLeftOut = (address: string): boolean =>
  LEFT_OUT.has(address.split('/').at(-1)?.replace(/\.md$/, '') ?? '');
