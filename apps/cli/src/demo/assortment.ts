/** The assortment of the demo store: prices in euro cents with tax, `units` the initial stock. */
export const CATEGORIES: Record<string, readonly string[]> = {
  Tea: ['Black tea', 'Green tea', 'Oolong', 'Herbal infusions'],
  Teaware: ['Pots', 'Cups'],
};

interface DemoProduct {
  title: string;
  category: string;
  description: string;
  /** The picture's content; its file in `demo-pictures` has the title's name. */
  shows: string;
  /** Prices and stock by the name of the variant; tea is sold by weight, teaware by piece. */
  variants: Record<string, readonly [sku: string, priceAmount: number, units: number]>;
}

export const PRODUCTS: readonly DemoProduct[] = [
  {
    title: 'Darjeeling First Flush',
    category: 'Black tea',
    description: 'The first picking of spring: light, floral, a little muscat.',
    shows: 'A green tin with a golden lid, and loose tea before it',
    variants: { '100 g': ['TEA-DARJEELING', 1450, 100], '250 g': ['TEA-DARJEELING-250', 3290, 60] },
  },
  {
    title: 'Assam Mangalam',
    category: 'Black tea',
    description: 'Malty and strong; takes milk.',
    shows: 'A glass cup of dark tea with milk',
    variants: { '100 g': ['TEA-ASSAM', 890, 120], '250 g': ['TEA-ASSAM-250', 1990, 80] },
  },
  {
    title: 'Sencha',
    category: 'Green tea',
    description: 'Steamed, fresh, with a note of cut grass.',
    shows: 'A blue bowl of green tea',
    variants: { '100 g': ['TEA-SENCHA', 990, 100], '250 g': ['TEA-SENCHA-250', 2190, 70] },
  },
  {
    title: 'Gyokuro Asahi',
    category: 'Green tea',
    description: 'Shaded for three weeks before the harvest. Brew it at 60 °C.',
    shows: 'A white dish of dark green tea leaves',
    variants: { '50 g': ['TEA-GYOKURO', 2490, 24] },
  },
  {
    title: 'Tie Guan Yin',
    category: 'Oolong',
    description: 'Rolled leaves for six infusions.',
    shows: 'A wooden scoop of rolled tea leaves',
    variants: { '100 g': ['TEA-TIEGUANYIN', 1690, 50] },
  },
  {
    title: 'Mountain herbs',
    category: 'Herbal infusions',
    description: 'Thyme, lemon balm, cornflower. No caffeine.',
    shows: 'A bunch of herbs with cornflowers',
    variants: { '80 g': ['TEA-HERBS', 790, 90] },
  },
  {
    title: 'Cast-iron teapot',
    category: 'Pots',
    description: 'Holds 0.8 litres and keeps them warm for an hour.',
    shows: 'A black teapot with a high handle',
    variants: { Black: ['POT-IRON', 5900, 20], Green: ['POT-IRON-GREEN', 6200, 14] },
  },
  {
    title: 'Porcelain cup',
    category: 'Cups',
    description: 'Thin, white, 180 millilitres.',
    shows: 'A white cup of tea on its saucer',
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
