import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { type ConformanceTest, testsIn } from './conformance-test.ts';
import type { TaxDocument, TaxProvider, TaxQuestion } from './tax-provider.ts';

/** The parts that the suite needs beside the provider. */
export interface TaxScene {
  provider: TaxProvider;
  /** One about goods that are taxed there, and about shipping that costs something. */
  question: TaxQuestion;
  /** One about the same goods where they aren't taxed; undefined where the provider taxes them everywhere. */
  untaxed?: TaxQuestion;
  /** The same provider while its service fails; undefined where it asks none. */
  failing?: TaxProvider;
  /** An invoice and a credit note of it; undefined where the provider records none. */
  documents?: { invoice: TaxDocument; creditNote: TaxDocument };
  /** How many documents the service has; undefined where it can't be asked. */
  countRecorded?(): number;
  close?(): Promise<void> | void;
}

/** The goods of a cart that is as long as one can be. */
const MOST_GOODS = 500;

/**
 * The rules for every tax provider, for any test runner: `for (const { name, run } of taxConformance(open)) it(name, run)`. `open`
 * makes a scene for each test. A test that needs a missing part of the scene is left out.
 */
export function taxConformance(open: () => Promise<TaxScene> | TaxScene): ConformanceTest[] {
  const test = testsIn(open);
  const ratesOf = async (provider: TaxProvider, question: TaxQuestion) => {
    const { goods, shipping } = await provider.rates(question);
    strictEqual(goods.length, question.goods.length);
    for (const rate of [...goods, ...(shipping === null ? [] : [shipping])]) assertRate(rate);
    return { goods, shipping };
  };

  return [
    test('has a rate for each of the goods, and one for shipping or that of the goods', async (scene) => {
      const { goods } = await ratesOf(scene.provider, scene.question);
      ok(goods.some((rate) => rate > 0));
    }),
    test('says the same of the same question', async ({ provider, question }) => {
      deepStrictEqual(await provider.rates(question), await provider.rates(question));
    }),
    test('says the rates in the order of the goods', async ({ provider, question }) => {
      const { goods } = await provider.rates(question);
      const turned = await provider.rates({ ...question, goods: question.goods.toReversed() });
      deepStrictEqual(turned.goods, goods.toReversed());
    }),
    test('has rates for the longest cart, and for one of which nothing is paid', async ({
      provider,
      question,
    }) => {
      const [first] = question.goods;
      ok(first);
      await ratesOf(provider, {
        ...question,
        goods: Array.from({ length: MOST_GOODS }, (_, index) => ({ ...first, sku: `${first.sku}-${index}` })),
      });
      const free = question.goods.map((each) => ({ ...each, amount: 0n }));
      await ratesOf(provider, { ...question, goods: free, shippingAmount: 0n });
    }),
    test('has rates of 0 where the goods aren’t taxed', async ({ provider, untaxed }) => {
      if (!untaxed) return;
      const { goods } = await ratesOf(provider, untaxed);
      strictEqual(Math.max(...goods), 0);
    }),
    test('records a document once, however often it comes', async ({
      provider,
      documents,
      countRecorded,
    }) => {
      if (!documents) return;
      for (const document of [
        documents.invoice,
        documents.invoice,
        documents.creditNote,
        documents.creditNote,
      ])
        await record(provider, document);
      if (countRecorded) strictEqual(countRecorded(), 2);
    }),
    test('throws while its service fails, instead of having recorded a document', async ({
      failing,
      documents,
    }) => {
      if (!failing || !documents) return;
      const said = await record(failing, documents.invoice).then(
        () => 'recorded',
        () => 'thrown',
      );
      strictEqual(said, 'thrown');
    }),
    test('throws while its service fails, instead of having no tax', async ({ failing, question }) => {
      if (!failing) return;
      const said = await failing.rates(question).then(
        () => 'rates',
        () => 'thrown',
      );
      strictEqual(said, 'thrown');
    }),
  ];
}

async function record(provider: TaxProvider, document: TaxDocument): Promise<void> {
  ok(provider.recordDocument, 'a provider of a scene with documents records them');
  await provider.recordDocument(document);
}

function assertRate(rate: number): void {
  ok(Number.isFinite(rate) && rate >= 0 && rate <= 10_000);
  ok(Math.abs(rate * 100 - Math.round(rate * 100)) < 1e-6, 'a rate has two decimals at most');
}
