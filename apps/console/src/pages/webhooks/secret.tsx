import { useState } from 'react';
import { useIntl } from '../../i18n/index.tsx';
import { webhookTexts } from '../../i18n/webhooks.ts';
import { Button, Code, Copy } from '../../ui/index.tsx';

/** The secret, which no later request shows, and code that verifies with it. */
export function Secret({ secret, onKept }: { secret: string; onKept(): void }) {
  const { t } = useIntl(webhookTexts);
  const [language, setLanguage] = useState(RECEIVERS[0]?.language);
  const { code = '' } = RECEIVERS.find((each) => each.language === language) ?? {};
  const setting = `WEBHOOK_SECRETS=${secret}`;
  return (
    <>
      <p>{t('subscription.secretHint')}</p>
      <div className="row">
        <code className="wrap">{secret}</code>
        <Copy text={secret} />
      </div>
      <div className="between">
        <h3>{t('secret.environment')}</h3>
        <Copy text={setting} />
      </div>
      <Code text={setting} label={t('secret.environment')} />
      <div className="card-head">
        <h3>{t('secret.code')}</h3>
        <Copy text={code} />
      </div>
      <div className="languages">
        {RECEIVERS.map((each) => (
          <Button
            key={each.language}
            aria-pressed={each.language === language}
            onClick={() => setLanguage(each.language)}
          >
            {each.language}
          </Button>
        ))}
      </div>
      <Code text={code} label={t('secret.code')} />
      <div className="actions">
        <Button look="primary" onClick={onKept}>
          {t('subscription.goOn')}
        </Button>
        <a href="/docs/webhooks">{t('nav.docs')}</a>
      </div>
    </>
  );
}
