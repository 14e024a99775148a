import { useIntl } from '../i18n/index.tsx';
import { Button, Code, Copy } from '../ui/index.tsx';

/** The secret, which no later request shows, and code that verifies by it. */
export function Secret({ secret, onKept }: { secret: string; onKept(): void }) {
  const { t } = useIntl();
  return (
    <>
      <p>{t('subscription.secretHint')}</p>
      <div className="row">
        <code className="wrap">{secret}</code>
        <Copy text={secret} />
      </div>
      <div className="between">
        <h3>{t('subscription.code')}</h3>
        <Copy text={RECEIVER} />
      </div>
      <Code text={RECEIVER} label={t('subscription.code')} />
      <div className="actions">
        <Button look="primary" onClick={onKept}>
          {t('subscription.goOn')}
        </Button>
        <a href="/docs/webhooks">{t('nav.docs')}</a>
      </div>
    </>
  );
}

const RECEIVER = `import { createWebhookMiddleware } from '@service/client-js/webhooks';
import express from 'express';

const app = express();
app.post(
  '/webhooks',
  createWebhookMiddleware({ secret: process.env.WEBHOOK_SECRET }),
  (req, res) => {
    const { id, event, data } = req.webhook; // it may come twice: remember the id
    res.sendStatus(204);
  },
);
app.listen(3001);`;
