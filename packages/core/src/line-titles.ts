interface TitledLine {
  title: string;
  productTitle: string | null;
  variantTitle: string | null;
}

/** A line from before a product's title was kept has its own alone. */
export function presentTitles({ title, productTitle, variantTitle }: TitledLine) {
  return { title, productTitle: productTitle ?? title, variantTitle };
}

/** The name that people read: the product, and which of its variants. */
export function nameOf(line: TitledLine): string {
  const { productTitle, variantTitle } = presentTitles(line);
  return variantTitle === null ? productTitle : `${productTitle}, ${variantTitle}`;
}
