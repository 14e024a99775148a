import type { AnyOperation } from '@service/contract';

/** `/orders/{id}` in Express's syntax: `/orders/:id`. */
export function expressPath(path: AnyOperation['path']): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/** The method of the app with which the operation is mounted. */
export function expressMethod({ method }: AnyOperation) {
  return method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
}
