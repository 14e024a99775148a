import { useIntl } from '../../i18n/index.tsx';
import { webhookTexts } from '../../i18n/webhooks.ts';
import { useMe } from '../../session.tsx';
import { Check } from '../../ui/index.tsx';
import { type EventPattern, familyOf, lists, useEvents } from './names.ts';

interface EventChoicesProps {
  legend: string;
  chosen: readonly EventPattern[];
  /** The patterns that the subscription already has, which a subscriber keeps. */
  kept: readonly EventPattern[];
  onChange(chosen: readonly EventPattern[]): void;
  /** Whether to show that no event is chosen. */
  isChecked: boolean;
}

/** Events one by one, by family, or all. An event that a wider choice includes is checked and can't be excluded. */
export function EventChoices({ legend, chosen, kept, onChange, isChecked }: EventChoicesProps) {
  const { t } = useIntl(webhookTexts);
  const { portal } = useMe();
  const offered = (useEvents().data?.items ?? []).filter(
    ({ name }) => !portal || !name.startsWith('webhook.') || lists(kept, name),
  );
  const families = new Set(offered.map(({ name }) => familyOf(name)));
  const choose = (pattern: EventPattern, isOn: boolean) =>
    onChange(isOn ? [...chosen, pattern] : chosen.filter((each) => each !== pattern));
  const box = (pattern: EventPattern, label: string, title?: string) => {
    const isIncluded = lists(
      chosen.filter((each) => each !== pattern),
      pattern,
    );
    return (
      <Check
        key={pattern}
        label={<span title={title}>{label}</span>}
        checked={isIncluded || chosen.includes(pattern)}
        disabled={isIncluded}
        onChange={(isOn) => choose(pattern, isOn)}
      />
    );
  };
  return (
    <fieldset>
      <legend>{legend}</legend>
      <p className="hint">{t('events.future')}</p>
      {box('*', t('events.all'))}
      {[...families].map((family) => (
        <div key={family} className="stack tight event-family">
          {box(family, t('events.family', { family }))}
          <div className="choices">
            {offered
              .filter(({ name }) => familyOf(name) === family)
              .map(({ name, firesWhen }) => box(name, name, firesWhen))}
          </div>
        </div>
      ))}
      {isChecked && chosen.length === 0 && (
        <p className="hint bad-text" role="alert">
          {t('subscription.pick')}
        </p>
      )}
    </fieldset>
  );
}
