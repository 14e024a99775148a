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
  const { greeting, paragraphs, rows, action } = message;
  return [
    ...(greeting ? [texts.hello(oneLine(greeting))] : []),
    ...paragraphs,
    ...(rows ? [rows.map(([left, right]) => `${oneLine(left)}   ${right}`).join('\n')] : []),
    ...(action && link ? [`${action.label}: ${link}`] : []),
    ...(action && token ? [`${texts.yourCode(action.validFor)} ${token}`] : []),
    store,
  ].join('\n\n');
}

function asHtml({ locale, texts, message, store, token, link }: Parts): string {
  const { greeting, paragraphs, rows, action } = message;
  const blocks = [
    ...(greeting ? [`<p>${escapeHtml(texts.hello(oneLine(greeting)))}</p>`] : []),
    ...paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`),
    ...(rows ? [`<table>${rows.map(asTableRow).join('')}</table>`] : []),
    ...(action && link ? [`<p><a href="${escapeHtml(link)}">${escapeHtml(action.label)}</a></p>`] : []),
    ...(action && token
      ? [`<p>${escapeHtml(texts.yourCode(action.validFor))}<br><code>${escapeHtml(token)}</code></p>`]
      : []),
    `<p>${escapeHtml(store)}</p>`,
  ];
  return `<!doctype html><html lang="${locale}"><meta charset="utf-8"><body>${blocks.join('\n')}</body></html>`;
}

function asTableRow([left, right]: [string, string]): string {
  return `<tr><td>${escapeHtml(left)}</td><td align="right">${escapeHtml(right)}</td></tr>`;
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
  return text.replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ').trim();
}
