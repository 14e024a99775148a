import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { Problem } from '../ui/index.tsx';

/** In place of a page that can't be shown. The address stays, and so does everything around it. */
export function Failed({ error }: ErrorComponentProps) {
  const router = useRouter();
  return <Problem error={error} onRetry={() => router.invalidate()} />;
}
