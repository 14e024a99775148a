import type { Context, SystemContext } from '../context.ts';
import { masterPath, renditionOf } from './files.ts';
import type { PictureName, Rendition } from './picture-sizes.ts';

/** Finds the files of a picture; undefined: the store has no such picture. */
export async function findPicture(
  system: SystemContext,
  { tenantId, hash }: PictureName,
): Promise<string | undefined> {
  const ctx = system.forTenant(tenantId, { kind: 'storefront' });
  const where = { hash, storedAt: { not: null } };
  return (await ctx.db.picture.findFirst({ where, select: { id: true } }))?.id;
}

/** Returns the file of a width and format; undefined: it was never requested, or the picture is gone. */
export function readRendition(
  { services }: SystemContext,
  tenantId: string,
  id: string,
  rendition: Rendition,
): Promise<Uint8Array | undefined> {
  return services.pictures.store.read(renditionOf(tenantId, id, rendition));
}

/**
 * Makes the file of a width and format, and stores it; concurrent requests share one run. Refuses with `too_many_requests` or
 * `dependency_unavailable`.
 */
export function makeRendition(
  system: SystemContext,
  tenantId: string,
  id: string,
  rendition: Rendition,
): Promise<Uint8Array | undefined> {
  const { making } = system.services.pictures;
  const name = renditionOf(tenantId, id, rendition);
  const made = making.get(name) ?? make(system, tenantId, id, rendition).finally(() => making.delete(name));
  making.set(name, made);
  return made;
}

async function make(
  system: SystemContext,
  tenantId: string,
  id: string,
  rendition: Rendition,
): Promise<Uint8Array | undefined> {
  const { store, resizer } = system.services.pictures;
  const master = await store.read(masterPath(tenantId, id));
  if (!master) return undefined;
  const bytes = await resizer.resize(tenantId, master, rendition);
  const name = renditionOf(tenantId, id, rendition);
  await store.write(name, bytes);
  // The clean-up may have deleted the picture meanwhile.
  if (!(await isKept(system.forTenant(tenantId, { kind: 'storefront' }), id))) await store.delete([name]);
  return bytes;
}

async function isKept(ctx: Context, id: string): Promise<boolean> {
  return (await ctx.db.picture.count({ where: { id, hash: { not: null } } })) > 0;
}
