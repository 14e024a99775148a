import type { Locale } from '@service/contract';
import { GIVEN, isConsolePage, type MailTexts, type Message } from './templates.ts';
import { TEXTS } from './texts/index.ts';

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

/** Row → subject, text and HTML. Pure; every value that isn't ours is escaped on its way into HTML. */
export function composeMail(input: ComposeInput): ComposedMail {
  const store = oneLine(input.storeName);
  const isGiven = input.kind in GIVEN;
  const locale = isGiven ? 'en' : ((input.data as { locale?: Locale }).locale ?? input.storeLocale);
  const texts = TEXTS[locale];
  const templates = (isGiven ? GIVEN : texts) as Record<string, (data: unknown, store: string) => Message>;
  const message = (templates[input.kind] as (typeof templates)[string])(input.data, store);
  const parts = { locale, texts, message, store, token: input.token, link: linkTo(message, input) };
  return { fromName: store, subject: oneLine(message.subject), text: asText(parts), html: asHtml(parts) };
}

interface Parts {
  locale: Locale;
  texts: MailTexts;
  message: Message;
  store: string;
  token: string | undefined;
  link: string | undefined;
}

/** The token follows `#`, which no server and no proxy on the way sees. */
function linkTo({ action }: Message, { links, storeId, token }: ComposeInput): string | undefined {
  if (!action || !token) return undefined;
  const base = isConsolePage(action.page)
    ? links.consoleOrigin && `${links.consoleOrigin}/console`
    : links.storefrontUrl &&
      `${links.storefrontUrl.replaceAll('{tenantId}', storeId).replace(/\/+$/, '')}/account`;
  return base && `${base}/${action.page}#token=${encodeURIComponent(token)}`;
}

function asText({ texts, message, store, token, link }: Parts): string {
  const { greeting, paragraphs, rows, closing = [], link: page, action } = message;
  return [
    ...(greeting ? [texts.hello(oneLine(greeting))] : []),
    ...paragraphs,
    ...(rows ? [rows.map(([left, right]) => `${oneLine(left)}   ${oneLine(right)}`).join('\n')] : []),
    ...closing,
    ...(page ? [`${page.label}: ${oneLine(page.url)}`] : []),
    ...(action && link ? [`${action.label}: ${link}`] : []),
    ...(action && token ? [`${texts.yourCode(action.validFor)} ${token}`] : []),
    store,
  ].join('\n\n');
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

function asHtml({ locale, texts, message, store, token, link }: Parts): string {
  const { greeting, paragraphs, rows, closing = [], link: page, action } = message;
  const text = (paragraph: string) => `<p style="${STYLES.text}">${escapeHtml(paragraph)}</p>`;
  const blocks = [
    `<p style="${STYLES.store}">${escapeHtml(store)}</p>`,
    ...(greeting ? [text(texts.hello(oneLine(greeting)))] : []),
    ...paragraphs.map(text),
    ...(rows ? [`<table style="${STYLES.table}">${rows.map(asTableRow).join('')}</table>`] : []),
    ...closing.map(text),
    ...(page ? [asButton(page.label, page.url)] : []),
    ...(action && link ? [asButton(action.label, link)] : []),
    ...(action && token
      ? [
          `<p>${escapeHtml(texts.yourCode(action.validFor))}<br><code style="${STYLES.code}">${escapeHtml(token)}</code></p>`,
        ]
      : []),
  ];
  return (
    `<!doctype html><html lang="${locale}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<body style="${STYLES.page}"><div style="${STYLES.sheet}">${blocks.join('\n')}</div></body></html>`
  );
}

function asButton(label: string, url: string): string {
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

/** A name that a user chose must not add lines, let alone headers, to a message. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029 ]+/gu, ' ').trim();
}
