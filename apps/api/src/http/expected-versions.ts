import type { Request } from 'express';

/**
 * The versions that `If-Match` names; undefined without the header, and for `*`. A tag that we never gave out is no
 * version, so that a list of such matches nothing.
 */
export function expectedVersions(req: Request): number[] | undefined {
  const given = req.get('if-match')?.trim();
  if (given === undefined || given === '*') return undefined;
  return given.split(',').flatMap((tag) => {
    const version = /^\s*"(\d{1,9})"\s*$/.exec(tag)?.[1];
    return version === undefined ? [] : [Number(version)];
  });
}
