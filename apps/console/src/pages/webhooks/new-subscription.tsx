import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { admin } from '../../api.ts';
import { useIntl } from '../../i18n/index.tsx';
import { Card, Page } from '../../ui/index.tsx';
import { Secret } from './secret.tsx';
import { SubscriptionForm, type SubscriptionInput } from './subscription-form.tsx';

export function NewSubscription() {
  const { t } = useIntl();
  const client = useQueryClient();
  const navigate = useNavigate();
  const create = useMutation({
    mutationFn: (body: SubscriptionInput) => admin.createSubscription({ body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['subscriptions'] }),
  });

  if (create.data)
    return (
      <Page title={t('subscription.secretTitle')}>
        <Card>
          <Secret
            secret={create.data.secret ?? ''}
            onKept={() => navigate({ to: '/webhooks/subscriptions/$id', params: { id: create.data.id } })}
          />
        </Card>
      </Page>
    );
  return (
    <Page title={t('subscriptions.new')}>
      <Card>
        <SubscriptionForm
          submit={t('subscription.create')}
          isBusy={create.isPending}
          error={create.error}
          onSubmit={(input) => create.mutate(input)}
        />
      </Card>
    </Page>
  );
}
