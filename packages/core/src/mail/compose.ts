import type { Locale } from '@service/contract';
import { renderTemplate } from './render-template.ts';
import {
  GIVEN,
  isConsolePage,
  type MailKind,
  type MailText,
  type MailTexts,
  type Words,
} from './templates.ts';
import { TEXTS } from './texts/index.ts';
import { type Block, oneLine, VALUES } from './values.ts';

export interface ComposeInput {
  kind: string;
  data: unknown;
  storeName: string;
  storeId: string;
  /** The store's, for what doesn't know a language of its own. */
  storeLocale: Locale;
  token: string | undefined;
  links: MailLinks;
}

/** Where the pages are that messages lead to. Without an address the message shows the code only. */
export interface MailLinks {
  /** Of the storefront, for shoppers; `{tenantId}` stands for the store. */
  storefrontUrl?: string | undefined;
  /** The origin of the console, for operators. */
  consoleOrigin?: string | undefined;
}

export interface ComposedMail {
  fromName: string;
  subject: string;
  text: string;
  html: string;
}

/** Row → subject, text and HTML. Every value, and every text, is escaped on its way into HTML. */
export async function composeMail(input: ComposeInput): Promise<ComposedMail> {
  const store = oneLine(input.storeName);
  const kind = input.kind as MailKind;
  const locale = kind in GIVEN ? 'en' : ((input.data as { locale?: Locale }).locale ?? input.storeLocale);
  const { words, mails } = TEXTS[locale];
  const text = textOf(kind, mails);
  const { values, blocks } = valuesOf(kind, input, { words, store });
  const subject = await renderTemplate(text.subject, values, { isOurs: true });
  const parts = partsOf(await renderTemplate(text.body, values, { isOurs: true }), blocks);
  const shown = parts.flatMap((part) => (typeof part === 'string' ? [part] : showBlock(part, input, words)));
  return {
    fromName: store,
    subject: oneLine(subject),
    text: asText(shown, store),
    html: asHtml(shown, { locale, store }),
  };
}

function textOf(kind: MailKind, mails: MailTexts['mails']): MailText {
  return { ...GIVEN, ...mails }[kind];
}

/** A block is a mark in the rendered text, of characters that are taken out of the values. */
const MARK = /\uE000(\w+)\uE001/;

function valuesOf(kind: MailKind, { data }: ComposeInput, { words, store }: { words: Words; store: string }) {
  const given = (VALUES[kind] as (data: unknown, words: Words) => Record<string, unknown>)(data, words);
  const blocks: Record<string, Block> = {};
  const values: Record<string, unknown> = { store_name: store };
  for (const [name, value] of Object.entries(given)) {
    if (isBlock(value)) {
      blocks[name] = value;
      values[name] = `\uE000${name}\uE001`;
    } else
      values[name] = typeof value === 'string' ? value.replace(/(?!\n)\p{Cc}|[\uE000\uE001]/gu, '') : value;
  }
  return { values, blocks };
}

function isBlock(value: unknown): value is Block {
  return typeof value === 'object' && value !== null && 'kind' in value;
}

/** Paragraphs and blocks in their order. A text without its code still has the code, at its end. */
function partsOf(rendered: string, blocks: Record<string, Block>): (string | Block)[] {
  const pieces = rendered.split(MARK);
  const { code } = blocks;
  return [
    ...pieces.flatMap((piece, index): (string | Block)[] =>
      index % 2 === 0
        ? piece
            .split(/\n\s*\n/)
            .map((paragraph) => paragraph.trim())
            .filter((paragraph) => paragraph !== '')
        : [blocks[piece]].filter((block) => block !== undefined),
    ),
    ...(code && !pieces.includes('code') ? [code] : []),
  ];
}

/** A paragraph, or what is more than one. */
type Shown =
  | string
  | { rows: [string, string][] }
  | { button: { label: string; url: string } }
  | { code: string; caption: string };

function showBlock(block: Block, input: ComposeInput, words: Words): Shown[] {
  if (block.kind === 'rows') return [{ rows: block.rows }];
  if (block.kind === 'button') return [{ button: { label: block.label, url: oneLine(block.url) } }];
  const { token } = input;
  if (!token) return [];
  const { label, validFor } = words.actions[block.page];
  const url = linkTo(block.page, token, input);
  return [...(url ? [{ button: { label, url } }] : []), { code: token, caption: words.code(validFor) }];
}

/** The token follows `#`, which no server and no proxy on the way sees. */
function linkTo(page: string, token: string, { links, storeId }: ComposeInput): string | undefined {
  const base = isConsolePage(page)
    ? links.consoleOrigin && `${links.consoleOrigin}/console`
    : links.storefrontUrl &&
      `${links.storefrontUrl.replaceAll('{tenantId}', storeId).replace(/\/+$/, '')}/account`;
  return base && `${base}/${page}#token=${encodeURIComponent(token)}`;
}

function asText(shown: readonly Shown[], store: string): string {
  const blocks = shown.map((each) => {
    if (typeof each === 'string') return each;
    if ('rows' in each) return each.rows.map(([left, right]) => `${left}   ${right}`).join('\n');
    if ('button' in each) return `${each.button.label}: ${each.button.url}`;
    return `${each.caption} ${each.code}`;
  });
  return [...blocks, store].join('\n\n');
}

/** Programs that show mails know styles of elements only. */
const STYLES = {
  page: 'margin:0;padding:24px 12px;background:#f4f4f2',
  sheet:
    'max-width:560px;margin:0 auto;padding:32px;background:#fff;border-radius:8px;color:#1c1b19;font:16px/1.5 Helvetica,Arial,sans-serif',
  store: 'margin:0 0 24px;font-size:20px;font-weight:bold',
  text: 'white-space:pre-line',
  table: 'width:100%;margin:16px 0;border-collapse:collapse',
  cell: 'padding:8px 0;border-top:1px solid #e4e2dd;vertical-align:top',
  button:
    'display:inline-block;padding:10px 18px;border-radius:6px;background:#1c1b19;color:#fff;text-decoration:none',
  code: 'display:inline-block;margin-top:4px;padding:6px 8px;background:#f4f4f2;word-break:break-all',
};

function asHtml(shown: readonly Shown[], { locale, store }: { locale: Locale; store: string }): string {
  const blocks = shown.map((each) => {
    if (typeof each === 'string') return `<p style="${STYLES.text}">${escapeHtml(each)}</p>`;
    if ('rows' in each) return `<table style="${STYLES.table}">${each.rows.map(asTableRow).join('')}</table>`;
    if ('button' in each) return asButton(each.button);
    return `<p>${escapeHtml(each.caption)}<br><code style="${STYLES.code}">${escapeHtml(each.code)}</code></p>`;
  });
  const head = `<p style="${STYLES.store}">${escapeHtml(store)}</p>`;
  return (
    `<!doctype html><html lang="${locale}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<body style="${STYLES.page}"><div style="${STYLES.sheet}">${[head, ...blocks].join('\n')}</div></body></html>`
  );
}

function asButton({ label, url }: { label: string; url: string }): string {
  return `<p><a style="${STYLES.button}" href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`;
}

function asTableRow([left, right]: [string, string]): string {
  return `<tr><td style="${STYLES.cell}">${escapeHtml(left)}</td><td style="${STYLES.cell}" align="right">${escapeHtml(right)}</td></tr>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
