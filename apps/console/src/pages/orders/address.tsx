interface Parts {
  name?: string | null;
  company?: string | null;
  line1?: string | null;
  line2?: string | null;
  city?: string | null;
  postalCode?: string | null;
  region?: string | null;
  country?: string | null;
  phone?: string | null;
}

export function Address({ of }: { of: Parts | null }) {
  if (!of) return '–';
  const lines = [
    of.name,
    of.company,
    of.line1,
    of.line2,
    [of.postalCode, of.city].filter(Boolean).join(' '),
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
