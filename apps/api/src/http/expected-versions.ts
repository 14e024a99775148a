import type { Request } from 'express';

/**
 * The versions in `If-Match`; undefined without the header, and for `*`. A tag that we never issued isn't a version, so a list of
 * only such tags matches nothing.
 */
export function expectedVersions(req: Request): number[] | undefined {
  const given = req.get('if-match')?.trim();
  if (given === undefined || given === '*') return undefined;
  return given.split(',').flatMap((tag) => {
    const version = /^\s*"(\d{1,9})"\s*$/.exec(tag)?.[1];
    return version === undefined ? [] : [Number(version)];
  });
}
