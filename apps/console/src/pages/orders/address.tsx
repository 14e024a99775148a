import type { Order } from './order.tsx';

export function Address({ of }: { of: Order['shippingAddress'] }) {
  if (!of) return '–';
  const lines = [
    of.name,
    of.company,
    of.line1,
    of.line2,
    `${of.postalCode} ${of.city}`,
    of.region,
    of.country,
    of.phone,
  ];
  return (
    <address>
      {lines.filter(Boolean).map((line) => (
        <div key={line}>{line}</div>
      ))}
    </address>
  );
}
