import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { admin } from '../../api.ts';
import { CATALOGUE_TEXTS } from '../../i18n/catalogue.ts';
import { useIntl } from '../../i18n/index.tsx';
import { Button, Card, Loaded, Problem } from '../../ui/index.tsx';
import type { Product } from './product.tsx';

/** For a product's images on other hosts: they become pictures of the store. */
export function ImportPictures({ product }: { product: Product }) {
  const { t } = useIntl(CATALOGUE_TEXTS);
  const begin = useMutation({
    mutationFn: () => admin.importPictures({ body: { productId: product.id } }),
  });
  const count = product.images.filter(({ srcset }) => srcset === null).length;
  if (count === 0 && !begin.data) return null;
  return (
    <Card title={t('pictures.elsewhere')}>
      <p className="quiet">{t('pictures.hint', { count })}</p>
      {begin.data && <Progress key={begin.data.id} id={begin.data.id} productId={product.id} />}
      <Problem error={begin.error} />
      {count > 0 && (
        <div>
          <Button onClick={() => begin.mutate()} isBusy={begin.isPending}>
            {t('pictures.import')}
          </Button>
        </div>
      )}
    </Card>
  );
}

function Progress({ id, productId }: { id: string; productId: string }) {
  const { t } = useIntl(CATALOGUE_TEXTS);
  const client = useQueryClient();
  const query = useQuery({
    queryKey: ['picture-imports', id],
    queryFn: () => admin.getPictureImport({ id }),
    refetchInterval: ({ state }) => (state.data?.status === 'completed' ? false : 1000),
  });
  const isDone = query.data?.status === 'completed';
  const processed = query.data?.processed;
  // Each finished picture has changed a product.
  useEffect(() => {
    void client.invalidateQueries({ queryKey: ['products'] });
  }, [client, processed, isDone]);
  return (
    <Loaded query={query}>
      {({ total, processed, failed }) => (
        <>
          <p role="status">{t('pictures.done', { processed, total, failed })}</p>
          <progress value={processed} max={Math.max(total, 1)} aria-label={t('pictures.elsewhere')} />
          {isDone && failed > 0 && <Failures id={id} productId={productId} />}
        </>
      )}
    </Loaded>
  );
}

function Failures({ id, productId }: { id: string; productId: string }) {
  const query = useQuery({
    queryKey: ['picture-imports', id, 'failures'],
    queryFn: () => admin.listFailedPictures({ id, pageSize: 100 }),
  });
  return (
    <Loaded query={query}>
      {({ items }) => (
        <ul className="list">
          {items
            .filter((each) => each.productId === productId)
            .map(({ url, code, reason }) => (
              <li key={url} className="wrap">
                {url}: {reason} (<code>{code}</code>)
              </li>
            ))}
        </ul>
      )}
    </Loaded>
  );
}
