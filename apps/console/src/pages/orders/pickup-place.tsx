import { formatOpeningHours } from '@service/client-js';
import { useIntl } from '../../i18n/index.tsx';
import { Address } from './address.tsx';
import type { Order } from './order.tsx';

/** The place where the goods of an order are picked up, as its shopper sees it. */
export function PickupPlace({
  of: { address, openingHours, note },
}: {
  of: NonNullable<Order['pickupPlace']>;
}) {
  const { locale } = useIntl();
  return (
    <div className="stack tight">
      <Address of={address} />
      {formatOpeningHours(openingHours, locale).map(({ days, times }) => (
        <small key={days}>
          {days}: {times}
        </small>
      ))}
      {note && <small className="wrap">{note}</small>}
    </div>
  );
}
