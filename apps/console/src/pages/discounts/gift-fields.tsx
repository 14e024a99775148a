import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { admin } from '../../api.ts';
import { DISCOUNT_TEXTS } from '../../i18n/discounts.ts';
import { useIntl } from '../../i18n/index.tsx';
import { FindBox } from '../../ui/combo-box.tsx';
import { Field } from '../../ui/index.tsx';
import type { Fields } from './fields.ts';

type Product = Awaited<ReturnType<typeof admin.getProduct>>;

interface GiftFieldsProps {
  fields: Fields;
  set(next: Partial<Fields>): void;
}

/** The variant that a discount gives, found by its product's title or its SKU, and how many units of it. */
export function GiftFields({ fields: { gift, giftQuantity }, set }: GiftFieldsProps) {
  const { t } = useIntl(DISCOUNT_TEXTS);
  const [text, setText] = useState('');
  const q = useDeferredValue(text.trim());
  const found = useQuery({
    queryKey: ['products', 'of-gifts', q],
    queryFn: () => admin.listProducts({ status: 'published', pageSize: 20, ...(q && { q }) }),
    placeholderData: keepPreviousData,
  });
  const productId = gift?.productId ?? '';
  const chosen = useQuery({
    queryKey: ['product', productId],
    queryFn: () => admin.getProduct({ productId }),
    enabled: productId !== '',
  });
  const variants = (found.data?.items ?? []).flatMap(variantsOf);
  const name =
    chosen.data && variantsOf(chosen.data).find(({ variantId }) => variantId === gift?.variantId)?.name;
  return (
    <>
      <div className="stack tight">
        <FindBox
          label={t('discount.giftVariant')}
          hint={t('discount.giftHint')}
          options={variants.map((each) => [each.variantId, each.name] as const)}
          text={text}
          onType={setText}
          onFound={(variantId) => {
            const one = variants.find((each) => each.variantId === variantId);
            if (one) set({ gift: { productId: one.productId, variantId } });
          }}
        />
        {gift && <strong>{name ?? gift.variantId}</strong>}
      </div>
      <Field
        label={t('discount.giftQuantity')}
        type="number"
        min={1}
        max={9999}
        value={giftQuantity}
        onChange={(event) => set({ giftQuantity: event.target.value })}
        required
      />
    </>
  );
}

function variantsOf({ id: productId, title, variants }: Pick<Product, 'id' | 'title' | 'variants'>) {
  return variants.map((variant) => ({
    productId,
    variantId: variant.id,
    name: `${[title, variant.title].filter(Boolean).join(', ')} · ${variant.sku}`,
  }));
}
