import type { StoreClient, StoreConfig, StoreProductFacets } from '@service/client-js';
import { type Html, html } from '@service/theme-sdk';
import type { Request } from 'express';
import type { Reader } from './reader.ts';

export const SORTS = ['newest', 'price', '-price', 'title'] as const;
type Sort = (typeof SORTS)[number];

/** Each is one more request, and no product has as many. */
const MAX_OPTIONS = 5;

/** What a visitor wants to see of a list, as the address says it. */
export interface Wanted {
  page: number;
  sort?: Sort;
  q?: string;
  available?: true;
  priceMin?: number;
  priceMax?: number;
  /** `Name:Value`, each of another name. */
  option?: string[];
}

/** Takes what makes sense of an address, and leaves out the rest. */
export function wantedOf({ query }: Request): Wanted {
  const q = String(query.q ?? '')
    .trim()
    .slice(0, 200);
  const sort = SORTS.find((each) => each === query.sort);
  const amount = (value: unknown) => (/^\d{1,12}$/.test(String(value)) ? Number(value) : undefined);
  const [priceMin, priceMax] = [amount(query.priceMin), amount(query.priceMax)];
  const option = [query.option ?? []]
    .flat()
    .map(String)
    .filter((each) => /^[^:]+:./.test(each) && each.length <= 512)
    .filter((each, at, all) => all.findIndex((other) => nameOf(other) === nameOf(each)) === at)
    .slice(0, MAX_OPTIONS);
  return {
    page: Math.max(1, Math.trunc(Number(query.page)) || 1),
    ...(q && { q }),
    ...(sort && { sort }),
    ...(query.available === 'true' && { available: true as const }),
    ...(priceMin !== undefined && { priceMin }),
    ...(priceMax !== undefined && { priceMax }),
    ...(option.length > 0 && { option }),
  };
}

const nameOf = (option: string) => option.slice(0, option.indexOf(':'));

/** The members of a query, for a link or the hidden fields of a form. */
function membersOf({ page, option = [], ...more }: Partial<Wanted>): [string, string][] {
  const single = Object.entries({ ...more, page: page === 1 ? undefined : page });
  return [
    ...single.flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    ),
    ...option.map((each): [string, string] => ['option', each]),
  ];
}

/** The same list with some of it changed, from its first page on. */
export function linkTo(
  wanted: Wanted,
  change: { [Name in keyof Wanted]?: Wanted[Name] | undefined },
): string {
  return `?${new URLSearchParams(membersOf({ ...wanted, page: 1, ...change } as Partial<Wanted>))}`;
}

export type Facets = StoreProductFacets;

/** The values of an option that one is chosen of are counted as if none were: another can take its place. */
export async function countFacets(
  shop: StoreClient,
  filters: Omit<Wanted, 'page' | 'sort'> & { category?: string },
): Promise<Facets> {
  const { option = [] } = filters;
  const [found, ...withoutEach] = await Promise.all([
    shop.getStoreProductFacets(filters),
    ...option.map((each) =>
      shop.getStoreProductFacets({ ...filters, option: option.filter((other) => other !== each) }),
    ),
  ]);
  const chosen = option.map(nameOf);
  const options = [
    ...found.options.filter(({ name }) => !chosen.includes(name)),
    ...withoutEach.flatMap((each, at) => each.options.filter(({ name }) => name === chosen[at])),
  ];
  return { ...found, options };
}

/** The order of the list, as a form: everything else stays. */
export function sorting({ t }: Reader, wanted: Wanted): Html {
  const { sort, page: _page, ...others } = wanted;
  return html`<form class="inline">${membersOf(others).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}<label>${t.sort} <select name="sort">${wanted.q && html`<option value="">${t.byRelevance}</option>`}${SORTS.map(
    (value) => html`<option value="${value}"${value === sort && ' selected'}>${t.sorts[value]}</option>`,
  )}</select></label><button>${t.show}</button></form>`;
}

/** What the list is narrowed by: each can be taken away again. */
export function chosenFilters(reader: Reader, wanted: Wanted, { currency }: StoreConfig): Html {
  const { t } = reader;
  const { option = [], priceMin, priceMax, available } = wanted;
  const chips = [
    ...option.map((each): [string, string] => [
      each.replace(':', ': '),
      linkTo(wanted, { option: option.filter((other) => other !== each) }),
    ]),
    ...(priceMin === undefined && priceMax === undefined
      ? []
      : [
          [
            rangeOf(reader, priceMin, priceMax, currency),
            linkTo(wanted, { priceMin: undefined, priceMax: undefined }),
          ] as [string, string],
        ]),
    ...(available ? [[t.inStock, linkTo(wanted, { available: undefined })] as [string, string]] : []),
  ];
  if (chips.length === 0) return html``;
  return html`<ul class="chips" aria-label="${t.filters}">${chips.map(
    ([name, to]) =>
      html`<li><a href="${to}" rel="nofollow"><span class="unseen">${t.remove}: </span>${name} <span aria-hidden="true">×</span></a></li>`,
  )}</ul>`;
}

/** What else the list can be narrowed by, with how many products that leaves. What is chosen leads back to the list without it. */
export function facets(reader: Reader, wanted: Wanted, found: Facets, { currency }: StoreConfig): Html {
  const { t, language } = reader;
  const count = (of: number) => !found.isTotalCapped && html` <span class="quiet">${of}</span>`;
  const link = (to: string, name: string, of: number, isChosen = false) =>
    html`<li><a href="${to}" rel="nofollow"${isChosen && html` aria-current="true"`}>${name}${count(of)}</a></li>`;
  const group = (name: string, links: Html[]) => links.length > 0 && html`<h2>${name}</h2><ul>${links}</ul>`;
  const { option = [] } = wanted;
  const ofOption = ({ name, value, count: of }: Facets['options'][number]) => {
    const each = `${name}:${value}`;
    const others = option.filter((other) => nameOf(other) !== name);
    const isChosen = option.includes(each);
    return link(linkTo(wanted, { option: isChosen ? others : [...others, each] }), value, of, isChosen);
  };
  const names = [...new Set(found.options.map(({ name }) => name))].sort((one, other) =>
    one.localeCompare(other, language),
  );
  const prices = wanted.priceMin === undefined && wanted.priceMax === undefined ? found.prices : [];
  const groups = [
    ...names.map((name) => group(name, found.options.filter((each) => each.name === name).map(ofOption))),
    group(
      t.price,
      prices
        .filter((each) => each.count > 0 && each.count < found.total)
        .map(({ from, to, count: of }) =>
          link(linkTo(wanted, { priceMin: from, priceMax: to }), rangeOf(reader, from, to, currency), of),
        ),
    ),
    !wanted.available &&
      found.availability.unavailable > 0 &&
      group(t.availability, [
        link(linkTo(wanted, { available: true }), t.inStock, found.availability.available),
      ]),
  ].filter((each) => each !== false);
  if (groups.length === 0) return html``;
  return html`<details class="facets"><summary>${t.filter}</summary><nav aria-label="${t.filter}">${groups}</nav></details>`;
}

function rangeOf(
  { t, money }: Reader,
  from: number | undefined,
  to: number | undefined,
  currency: string,
): string {
  if (from === undefined) return t.upTo(money(to ?? 0, currency));
  if (to === undefined) return t.atLeast(money(from, currency));
  return from === to ? money(from, currency) : `${money(from, currency)} – ${money(to, currency)}`;
}
