/** The assortment of the demo store: prices in euro cents with tax, `units` the stock at the beginning. */
export const CATEGORIES: Record<string, readonly string[]> = {
  Tea: ['Black tea', 'Green tea', 'Oolong', 'Herbal infusions'],
  Teaware: ['Pots', 'Cups'],
};

interface DemoProduct {
  title: string;
  category: string;
  description: string;
  /** The name of a variant to its price and stock; tea is sold by weight, teaware as it is. */
  variants: Record<string, readonly [sku: string, priceAmount: number, units: number]>;
}

export const PRODUCTS: readonly DemoProduct[] = [
  {
    title: 'Darjeeling First Flush',
    category: 'Black tea',
    description: 'The first picking of spring: light, floral, a little muscat.',
    variants: { '100 g': ['TEA-DARJEELING', 1450, 100], '250 g': ['TEA-DARJEELING-250', 3290, 60] },
  },
  {
    title: 'Assam Mangalam',
    category: 'Black tea',
    description: 'Malty and strong; takes milk.',
    variants: { '100 g': ['TEA-ASSAM', 890, 120], '250 g': ['TEA-ASSAM-250', 1990, 80] },
  },
  {
    title: 'Sencha',
    category: 'Green tea',
    description: 'Steamed, fresh, with a note of cut grass.',
    variants: { '100 g': ['TEA-SENCHA', 990, 100], '250 g': ['TEA-SENCHA-250', 2190, 70] },
  },
  {
    title: 'Gyokuro Asahi',
    category: 'Green tea',
    description: 'Shaded for three weeks before the harvest. Brew it at 60 °C.',
    variants: { '50 g': ['TEA-GYOKURO', 2490, 24] },
  },
  {
    title: 'Tie Guan Yin',
    category: 'Oolong',
    description: 'Rolled leaves for six infusions.',
    variants: { '100 g': ['TEA-TIEGUANYIN', 1690, 50] },
  },
  {
    title: 'Mountain herbs',
    category: 'Herbal infusions',
    description: 'Thyme, lemon balm, cornflower. No caffeine.',
    variants: { '80 g': ['TEA-HERBS', 790, 90] },
  },
  {
    title: 'Cast-iron teapot',
    category: 'Pots',
    description: 'Holds 0.8 litres and keeps them warm for an hour.',
    variants: { Black: ['POT-IRON', 5900, 20], Green: ['POT-IRON-GREEN', 6200, 14] },
  },
  {
    title: 'Porcelain cup',
    category: 'Cups',
    description: 'Thin, white, 180 millilitres.',
    variants: { White: ['CUP-PORCELAIN', 1250, 200] },
  },
];

export const CUSTOMERS = [
  { name: 'Ada Lovelace', email: 'ada@shopper.example', city: 'Berlin', postalCode: '10117' },
  { name: 'Emmy Noether', email: 'emmy@shopper.example', city: 'Erlangen', postalCode: '91054' },
  { name: 'Grace Hopper', email: 'grace@shopper.example', city: 'Hamburg', postalCode: '20095' },
  { name: 'Konrad Zuse', email: 'konrad@shopper.example', city: 'Hünfeld', postalCode: '36088' },
  { name: 'Lise Meitner', email: 'lise@shopper.example', city: 'Frankfurt am Main', postalCode: '60311' },
  { name: 'Alan Turing', email: 'alan@shopper.example', city: 'Köln', postalCode: '50667' },
  { name: 'Hedy Lamarr', email: 'hedy@shopper.example', city: 'München', postalCode: '80331' },
] as const;
