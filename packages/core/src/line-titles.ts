interface TitledLine {
  title: string;
  productTitle: string | null;
  variantTitle: string | null;
}

/** A line from before products' titles were stored has its own title alone. */
export function presentTitles({ title, productTitle, variantTitle }: TitledLine) {
  return { title, productTitle: productTitle ?? title, variantTitle };
}

/** The name that people read: the product, and which of its variants. */
export function nameOf(line: TitledLine): string {
  const { productTitle, variantTitle } = presentTitles(line);
  return variantTitle === null ? productTitle : `${productTitle}, ${variantTitle}`;
}
