import { Badge } from '../../ui/index.tsx';

interface States {
  status: string | null;
  paymentStatus: string | null;
  fulfilmentStatus: string | null;
}

/** In the words of the former shop: their meaning isn't known, so they have no colour. */
export function FormerStates({ of }: { of: States }) {
  const states = [of.status, of.paymentStatus, of.fulfilmentStatus].filter((each) => each !== null);
  if (states.length === 0) return '–';
  return (
    <span className="row">
      {[...new Set(states)].map((state) => (
        <Badge key={state} tone="idle">
          {state}
        </Badge>
      ))}
    </span>
  );
}
