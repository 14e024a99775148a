import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  buildConsole,
  eventually,
  openTestPage,
  signInToConsole,
  type TestPage,
  type TestStore,
} from '@service/testing';
import { expect } from 'chai';
import type { Request } from 'playwright-core';
import { findViolations, loadAxe } from '../axe.ts';
import { startApi } from '../harness.ts';
import { createShop, type Shop } from '../store/shop.ts';
import { unreached } from './keyboard.ts';
import { PICTURES, type PictureGroup } from './pictures.ts';

const WIDTHS = [360, 768, 1440];
/** Where axe looks: between the two widths the page only has more or less room, and darkness changes colours alone. */
const INSPECTED = { light: [360, 1440], dark: [1440] };
/** What a dark appearance can break: all else is as in the light one. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
/** Pictures of every page are left here when it is set. */
const { SCREENSHOTS } = process.env;

export interface ConsoleBrowser extends TestPage {
  open(path: string): Promise<unknown>;
  signIn(store: TestStore): Promise<void>;
  /** Pastes text into what has the focus. */
  paste(text: string): Promise<void>;
  /** Does something by its name in the menu of the account. */
  choose(name: string): Promise<void>;
  /** Chooses in a combo box what these parts of names or codes mean, and leaves it. */
  pick(label: string, ...typed: string[]): Promise<void>;
  /**
   * Opens the pages of a group at three widths, once dark, once in German and once from right to left: each fits,
   * is reached by keyboard, axe finds nothing, and a picture is left where one is wanted. A page is opened by its route
   * where `paths` names no other.
   */
  inspect<Group extends PictureGroup>(
    group: Group,
    paths?: Partial<Record<keyof (typeof PICTURES)[Group], string>>,
  ): Promise<void>;
  /** The routes that have a page, as the router of the page that is open knows them. */
  routes(): Promise<string[]>;
  /** What the pages complained of and whom else they asked; these answers were meant. */
  assertQuiet(meant: RegExp): void;
}

/** A service and a browser at it, from before the tests of a file until after them; skips them without a Chromium. */
export function useConsole<Service extends { url: string; close(): Promise<unknown> }>(
  start: () => Promise<Service>,
) {
  let service: Service;
  let browser: ConsoleBrowser;

  before(async function () {
    await buildConsole();
    service = await start();
    const opened = await openConsoleBrowser(service.url);
    if (!opened) {
      this.skipReason = 'there is no Chromium for this machine';
      return this.skip();
    }
    browser = opened;
  });

  after(async () => {
    await browser?.close();
    await service?.close();
  });

  return () => ({ service, browser, page: browser.page });
}

/** The same with a shop whose operator is signed in. */
export function useShopConsole() {
  const opened = useConsole(startApi);
  let shop: Shop;

  before(async () => {
    const { service, browser } = opened();
    shop = await createShop(service);
    await browser.signIn(shop.store);
  });

  return () => {
    const { service: api, ...rest } = opened();
    return { ...rest, api, shop };
  };
}

async function openConsoleBrowser(url: string): Promise<ConsoleBrowser | undefined> {
  const browser = await openTestPage(url);
  if (!browser) return undefined;
  const { page } = browser;
  const open = (path: string) => page.goto(`${url}/console${path}`);
  const asked = new Set<Request>();
  page.on('request', (request) => asked.add(request));
  page.on('requestfinished', (request) => asked.delete(request));
  page.on('requestfailed', (request) => asked.delete(request));

  return {
    ...browser,
    open,

    async signIn(store) {
      await page.context().clearCookies();
      await signInToConsole(page, url, store);
    },

    paste: (text) =>
      page.evaluate(`
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', ${JSON.stringify(text)});
        document.activeElement.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      `),

    choose,

    async pick(label, ...typed) {
      const field = page.getByRole('combobox', { name: label, exact: true });
      for (const each of typed) {
        await field.fill(each);
        await field.press('Tab');
      }
    },

    async inspect(group, paths = {}) {
      const pages = Object.entries<string>(PICTURES[group]);
      for (const [index, [name, expected]] of pages.entries()) {
        await page.setViewportSize({ width: 360, height: 900 });
        const path = (paths as Record<string, string>)[name] ?? expected;
        if (index === 0) {
          await open(path);
          await loadAxe(page);
        } else await follow(path);
        await eventually(async () => {
          const route = await page.evaluate('__TSR_ROUTER__.state.matches.at(-1).fullPath');
          expect(route, name).to.equal(expected);
        });
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        await untilQuiet();
        await inspectPage(name);
      }
    },

    routes: () =>
      page.evaluate(`Object.values(__TSR_ROUTER__.routesById)
        .filter(({ options, children }) => options.component && !children)
        .map(({ fullPath }) => fullPath)`),

    assertQuiet(meant) {
      // A page of nobody who is signed in yet asks who it is.
      const unexpected = browser.complaints.filter(
        (each) => !/status of 401/.test(each) && !meant.test(each),
      );
      // One below the other: a long list of them would be shortened.
      expect(unexpected.join('\n')).to.equal('');
      expect(browser.outside).to.deep.equal([]);
    },
  };

  /** Goes to a page as a link does: neither the console nor axe is loaded again. */
  async function follow(path: string): Promise<void> {
    await page.evaluate(`new Promise((resolve) => {
      const ignore = __TSR_ROUTER__.subscribe('onResolved', () => {
        ignore();
        resolve();
      });
      __TSR_ROUTER__.history.push(${JSON.stringify(`/console${path}`)});
    })`);
  }

  /** Waits until the page has rendered twice without a request: a response may lead to the next one. */
  async function untilQuiet(): Promise<void> {
    for (let frames = 0; frames < 2; frames = asked.size === 0 ? frames + 1 : 0)
      await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
  }

  async function inspectPage(name: string): Promise<void> {
    for (const width of WIDTHS) {
      // Once with longer words.
      if (width === 768) await chooseLanguage('de');
      await page.setViewportSize({ width, height: 900 });
      for (const colorScheme of ['light', 'dark'] as const) {
        const isInspected = INSPECTED[colorScheme].includes(width);
        if (!isInspected && !SCREENSHOTS) continue;
        await page.emulateMedia({ colorScheme });
        if (SCREENSHOTS) {
          await mkdir(SCREENSHOTS, { recursive: true });
          const file = join(SCREENSHOTS, `${name}-${width}-${colorScheme}.png`);
          await page.screenshot({ path: file, fullPage: true });
        }
        if (isInspected)
          expect(await violations(colorScheme), `${name} at ${width} px, ${colorScheme}`).to.deep.equal([]);
      }
      await assertFits(name, width);
      if (width !== 768) continue;
      await page.setViewportSize({ width: 360, height: 900 });
      await assertFits(`${name} in German`, 360);
      await chooseLanguage('en');
      await page.evaluate("document.documentElement.dir = 'rtl'");
      await assertFits(`${name} from right to left`, 360);
      await page.evaluate("document.documentElement.dir = 'ltr'");
    }
    expect(await unreached(page, 'main'), `${name} by keyboard`).to.deep.equal([]);
  }

  async function assertFits(name: string, width: number): Promise<void> {
    await eventually(async () => {
      const overflow = await page.evaluate<number>(
        'document.documentElement.scrollWidth - window.innerWidth',
      );
      expect(overflow, `${name} is wider than ${width} px`).to.be.at.most(0);
    });
  }

  async function choose(name: string): Promise<void> {
    await page.getByRole('button', { name: /^(My account|Mein Konto):/ }).click();
    await page.getByRole('menu').getByText(name, { exact: true }).click();
    await page.getByRole('menu').waitFor({ state: 'detached' });
  }

  /** A subscriber chooses in the portal's footer. Who isn't signed in can't choose. */
  async function chooseLanguage(language: 'en' | 'de'): Promise<void> {
    const field = page.getByLabel(/^(Language|Sprache)$/);
    const isSignedIn = (await page.getByRole('navigation').count()) > 0;
    if (await field.count()) await field.selectOption(language);
    else if (isSignedIn) await choose({ en: 'English', de: 'Deutsch' }[language]);
    else return;
    await page.locator(`html[lang=${language}]`).waitFor();
  }

  function violations(colorScheme: 'light' | 'dark'): Promise<string[]> {
    return findViolations(page, colorScheme === 'light' ? {} : { rules: COLOUR_RULES });
  }
}
