import { useQuery } from '@tanstack/react-query';
import { admin } from '../../api.ts';
import { useIntl } from '../../i18n/index.tsx';
import { SETTINGS_TEXTS } from '../../i18n/settings.ts';
import { Badge, Card, Loaded, Table } from '../../ui/index.tsx';
import { Empty } from '../../ui/list.tsx';
import { Settings } from './frame.tsx';

export function ModulesPage() {
  const { t, number } = useIntl(SETTINGS_TEXTS);
  const query = useQuery({ queryKey: ['modules'], queryFn: () => admin.listModules() });
  return (
    <Settings tab="modules">
      <Card title={t('modules.title')}>
        <Loaded query={query}>
          {({ items }) =>
            items.length === 0 ? (
              <Empty text={t('modules.none')}>
                <a href="/docs/modules">{t('modules.guide')}</a>
              </Empty>
            ) : (
              <Table
                label={t('modules.title')}
                head={[
                  t('modules.name'),
                  t('modules.version'),
                  t('modules.state'),
                  t('modules.failures'),
                  t('modules.reason'),
                ]}
              >
                {items.map(({ name, version, state, reason, failures }) => (
                  <tr key={name}>
                    <td>{name}</td>
                    <td>{version ?? '–'}</td>
                    <td>
                      <Badge tone={state === 'enabled' ? 'good' : 'bad'}>{t(`modules.${state}`)}</Badge>
                    </td>
                    <td>{number(failures)}</td>
                    <td className="wrap">{reason ?? '–'}</td>
                  </tr>
                ))}
              </Table>
            )
          }
        </Loaded>
      </Card>
    </Settings>
  );
}
