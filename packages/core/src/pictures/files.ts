import { RENDITIONS, type Rendition } from './picture-sizes.ts';

/** The path of the stored picture, from which all sizes are made. */
export function masterPath(tenantId: string, id: string): string {
  return `${tenantId}/${id}/master.webp`;
}

export function renditionOf(tenantId: string, id: string, { width, format }: Rendition): string {
  return `${tenantId}/${id}/${width}.${format}`;
}

/** All files that may exist. */
export function filesOf(tenantId: string, id: string): string[] {
  return [masterPath(tenantId, id), ...RENDITIONS.map((each) => renditionOf(tenantId, id, each))];
}
