import type { Locale, ShopperMail } from '@service/contract';
import { renderTemplate } from './render-template.ts';
import { GIVEN, isConsolePage, type MailKind, type MailText, type Words } from './templates.ts';
import { TEXTS } from './texts/index.ts';
import { type Block, oneLine, VALUES } from './values.ts';

export interface ComposeInput {
  kind: string;
  data: unknown;
  storeName: string;
  storeId: string;
  /** The store's language, for messages without one of their own. */
  storeLocale: Locale;
  token: string | undefined;
  links: MailLinks;
  /** The look of mails to shoppers; ours when absent. */
  look?: MailLook | undefined;
  /** The store's own text; ours when absent. */
  text?: MailText | undefined;
}

export interface MailLook {
  /** An address of a picture that every mail program can show. */
  logoUrl: string | null;
  /** A colour such as `#0b6e4f`. */
  accentColor: string | null;
  footer: string | null;
}

/** The addresses of the pages that messages link to. Without an address the message shows the code only. */
export interface MailLinks {
  /** The address of the storefront, for shoppers; `{tenantId}` is replaced by the store. */
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

/** The language of a message. */
export function localeOf({
  kind,
  data,
  storeLocale,
}: Pick<ComposeInput, 'kind' | 'data' | 'storeLocale'>): Locale {
  return kind in GIVEN ? 'en' : ((data as { locale?: Locale }).locale ?? storeLocale);
}

/** Our text of a mail. */
export function ourText(kind: ShopperMail, locale: Locale): MailText {
  return TEXTS[locale].mails[kind];
}

const SUBJECT_LIMIT_CHARACTERS = 250;

/**
 * Composes a row's subject, text and HTML. Every value, and every text, is escaped in the HTML. Throws a `TemplateError` where
 * the store's own text fails; ours doesn't.
 */
export async function composeMail(input: ComposeInput): Promise<ComposedMail> {
  const store = oneLine(input.storeName);
  const kind = input.kind as MailKind;
  const locale = localeOf(input);
  const { words, mails } = TEXTS[locale];
  const text = input.text ?? { ...GIVEN, ...mails }[kind];
  const { values, blocks } = valuesOf(kind, input, { words, store });
  const subject = await renderTemplate(text.subject, values);
  const parts = partsOf(await renderTemplate(text.body, values), blocks);
  const shown = parts.flatMap((part) => (typeof part === 'string' ? [part] : showBlock(part, input, words)));
  const look = input.look ?? PLAIN;
  return {
    fromName: store,
    subject: oneLine(subject.replace(MARKS, '')).slice(0, SUBJECT_LIMIT_CHARACTERS),
    text: asText(shown, store, look),
    html: asHtml(shown, { locale, store, look }),
  };
}

const PLAIN: MailLook = { logoUrl: null, accentColor: null, footer: null };

/** A block is a mark in the rendered text, of characters that are removed from the values. */
const MARK = /\uE000(\w+)\uE001/;
const MARKS = new RegExp(MARK, 'g');

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

/** Paragraphs and blocks in their order. A text that lacks its code or its link gets it at its end. */
function partsOf(rendered: string, blocks: Record<string, Block>): (string | Block)[] {
  const pieces = rendered.split(MARK);
  const needed = Object.entries(blocks).filter(
    ([name, { kind }]) => (kind === 'code' || kind === 'link') && !pieces.includes(name),
  );
  return [
    ...pieces.flatMap((piece, index): (string | Block)[] =>
      index % 2 === 0
        ? piece
            .split(/\n\s*\n/)
            .map((paragraph) => paragraph.trim())
            .filter((paragraph) => paragraph !== '')
        : [blocks[piece]].filter((block) => block !== undefined),
    ),
    ...needed.map(([, block]) => block),
  ];
}

/** A paragraph, or a block. */
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
  if (block.kind === 'link') {
    const base = shopOf(input);
    const { label, path } = block;
    if (!base) return [{ code: token, caption: label }];
    return [{ button: { label, url: `${base}/${path}/${encodeURIComponent(token)}` } }];
  }
  const { label, validFor } = words.actions[block.page];
  const url = linkTo(block.page, token, input);
  return [...(url ? [{ button: { label, url } }] : []), { code: token, caption: words.code(validFor) }];
}

/** The token follows `#`, which is sent to no server and no proxy. */
function linkTo(page: string, token: string, input: ComposeInput): string | undefined {
  const { consoleOrigin } = input.links;
  const shop = shopOf(input);
  const base = isConsolePage(page) ? consoleOrigin && `${consoleOrigin}/console` : shop && `${shop}/account`;
  return base && `${base}/${page}#token=${encodeURIComponent(token)}`;
}

function shopOf({ links, storeId }: ComposeInput): string | undefined {
  return links.storefrontUrl?.replaceAll('{tenantId}', storeId).replace(/\/+$/, '');
}

function asText(shown: readonly Shown[], store: string, { footer }: MailLook): string {
  const blocks = shown.map((each) => {
    if (typeof each === 'string') return each;
    if ('rows' in each) return each.rows.map(([left, right]) => `${left}   ${right}`).join('\n');
    if ('button' in each) return `${each.button.label}: ${each.button.url}`;
    return `${each.caption} ${each.code}`;
  });
  return [...blocks, store, ...(footer ? [`-- \n${footer}`] : [])].join('\n\n');
}

/** Mail programs support only styles of elements. */
const STYLES = {
  page: 'margin:0;padding:24px 12px;background:#f4f4f2',
  sheet:
    'max-width:560px;margin:0 auto;padding:32px;background:#fff;border-radius:8px;color:#1c1b19;font:16px/1.5 Helvetica,Arial,sans-serif',
  store: 'margin:0 0 24px;font-size:20px;font-weight:bold',
  text: 'white-space:pre-line',
  table: 'width:100%;margin:16px 0;border-collapse:collapse',
  cell: 'padding:8px 0;border-top:1px solid #e4e2dd;vertical-align:top',
  logo: 'display:block;max-width:240px;max-height:80px;height:auto;border:0',
  button: 'display:inline-block;padding:10px 18px;border-radius:6px;text-decoration:none',
  footer:
    'margin:32px 0 0;padding-top:16px;border-top:1px solid #e4e2dd;color:#5f5d58;font-size:13px;white-space:pre-line',
  code: 'display:inline-block;margin-top:4px;padding:6px 8px;background:#f4f4f2;word-break:break-all',
};

const ACCENT = '#1c1b19';

interface Frame {
  locale: Locale;
  store: string;
  look: MailLook;
}

function asHtml(shown: readonly Shown[], { locale, store, look }: Frame): string {
  const accent = look.accentColor ?? ACCENT;
  const blocks = shown.map((each) => {
    if (typeof each === 'string') return `<p style="${STYLES.text}">${escapeHtml(each)}</p>`;
    if ('rows' in each) return `<table style="${STYLES.table}">${each.rows.map(asTableRow).join('')}</table>`;
    if ('button' in each) return asButton(each.button, accent);
    return `<p>${escapeHtml(each.caption)}<br><code style="${STYLES.code}">${escapeHtml(each.code)}</code></p>`;
  });
  const head = look.logoUrl
    ? `<img style="${STYLES.logo}" src="${escapeHtml(look.logoUrl)}" alt="${escapeHtml(store)}">`
    : escapeHtml(store);
  const foot = look.footer ? [`<p style="${STYLES.footer}">${escapeHtml(look.footer)}</p>`] : [];
  const line = look.accentColor ? `;border-top:4px solid ${accent}` : '';
  return (
    `<!doctype html><html lang="${locale}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<body style="${STYLES.page}"><div style="${STYLES.sheet}${line}">` +
    [`<div style="${STYLES.store}">${head}</div>`, ...blocks, ...foot].join('\n') +
    '</div></body></html>'
  );
}

function asButton({ label, url }: { label: string; url: string }, accent: string): string {
  const style = `${STYLES.button};background:${accent};color:${readableOn(accent)}`;
  return `<p><a style="${style}" href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`;
}

/** Black or white: one of them has a contrast of 4.5 : 1 or more on every colour. */
function readableOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return (luminance + 0.05) ** 2 > 1.05 * 0.05 ? '#000000' : '#ffffff';
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
