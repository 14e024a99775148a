import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { admin } from '../../api.ts';
import { useIntl } from '../../i18n/index.tsx';
import { webhookTexts } from '../../i18n/webhooks.ts';
import { useMay } from '../../session.tsx';
import { TextArea } from '../../ui/form.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Button, Card, Facts, Field, Select, Time } from '../../ui/index.tsx';

type Subscription = Awaited<ReturnType<typeof admin.getSubscription>>;
type Auth = NonNullable<Subscription['auth']>;
type Given = Record<string, string>;

const KINDS = ['none', 'basic', 'bearer', 'oauth2', 'mtls'] as const;
type Kind = (typeof KINDS)[number];

/** The inputs of each kind. The long ones are PEM, and a client has a secret or a key. */
const FIELDS = {
  none: [],
  basic: ['username', 'password'],
  bearer: ['token'],
  oauth2: ['tokenUrl', 'clientId', 'clientSecret', 'privateKey', 'keyId', 'scope', 'audience'],
  mtls: ['certificate', 'privateKey'],
} as const;
const OPTIONAL = ['clientSecret', 'keyId', 'scope', 'audience'];
const LONG = ['certificate', 'privateKey'];
const SECRET = ['password', 'token', 'clientSecret'];

/** The credentials of an endpoint beside the signature. Its secrets can be set, but not read. */
export function Credentials({ subscription }: { subscription: Subscription }) {
  const { t } = useIntl(webhookTexts);
  const mayManage = useMay('webhooks:write', 'manage');
  const [isOpen, setOpen] = useState(false);
  const { auth } = subscription;
  return (
    <Card title={t('auth.title')}>
      {auth ? <Shown auth={auth} /> : <p className="quiet">{t('auth.none')}</p>}
      {mayManage && (
        <div className="actions">
          <Button onClick={() => setOpen(true)}>{t('auth.change')}</Button>
        </div>
      )}
      {isOpen && <Edit subscription={subscription} onClose={() => setOpen(false)} />}
    </Card>
  );
}

function Shown({ auth: { kind, certificate, ...others } }: { auth: Auth }) {
  const { t } = useIntl(webhookTexts);
  const known = (['username', 'tokenUrl', 'clientId', 'scope', 'audience'] as const).flatMap((name) =>
    others[name] === undefined ? [] : [[t(`auth.${name}`), others[name]] as const],
  );
  return (
    <Facts
      of={[
        [t('auth.kind'), t(`auth.kind.${kind}`)],
        ...known,
        ...(certificate
          ? [
              [t('auth.subject'), certificate.subject] as const,
              [t('auth.issuer'), certificate.issuer] as const,
              [t('auth.names'), certificate.names.join(', ') || '–'] as const,
              [t('auth.validTo'), <Time key="to" iso={certificate.validTo} />] as const,
            ]
          : []),
      ]}
    />
  );
}

function Edit({ subscription, onClose }: { subscription: Subscription; onClose(): void }) {
  const { t } = useIntl(webhookTexts);
  const client = useQueryClient();
  const [kind, setKind] = useState<Kind>(subscription.auth?.kind ?? 'none');
  const [given, setGiven] = useState<Given>({});
  const set = (name: string) => (value: string) => setGiven((before) => ({ ...before, [name]: value }));
  const save = useMutation({
    mutationFn: () => {
      const entries = FIELDS[kind].map((name) => [name, given[name]?.trim()]).filter(([, value]) => value);
      const auth = kind === 'none' ? null : { kind, ...Object.fromEntries(entries) };
      return admin.updateSubscription(
        { id: subscription.id, body: { auth } },
        { ifMatch: subscription.version },
      );
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['subscriptions'] });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('auth.title')}
      submit={t('common.save')}
      sending={save}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Select
        label={t('auth.kind')}
        value={kind}
        options={KINDS.map((each) => [each, t(`auth.kind.${each}`)] as const)}
        onChange={(value) => setKind(value as Kind)}
      />
      {FIELDS[kind].map((name) =>
        LONG.includes(name) ? (
          <TextArea
            key={name}
            label={t(`auth.${name}`)}
            {...(kind === 'oauth2' ? { hint: t('auth.keyHint') } : {})}
            value={given[name] ?? ''}
            onChange={set(name)}
          />
        ) : (
          <Field
            key={name}
            label={t(`auth.${name}`)}
            type={SECRET.includes(name) ? 'password' : name === 'tokenUrl' ? 'url' : 'text'}
            autoComplete="off"
            value={given[name] ?? ''}
            onChange={(event) => set(name)(event.target.value)}
            required={!OPTIONAL.includes(name)}
          />
        ),
      )}
      <p className="quiet">{t('auth.hint')}</p>
    </FormDialog>
  );
}
