import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { Problem } from '../ui/index.tsx';

/** Replaces a page that can't be shown. The address stays, and so does everything around the page. */
export function Failed({ error }: ErrorComponentProps) {
  const router = useRouter();
  return <Problem error={error} onRetry={() => router.invalidate()} />;
}
