import type { Deprecation } from './operation.ts';

/**
 * The headers of every response of a deprecated operation, and of every delivery in a deprecated version: see docs/versioning.md.
 */
export function deprecationHeaders({
  since,
  announced,
  removal,
  sunset,
  guide,
}: Deprecation): Record<string, string> {
  return {
    'X-API-Deprecation': `since=${since}; removal=${removal}; sunset=${sunset}`,
    // RFC 9745: a structured date, which is Unix seconds behind an @.
    Deprecation: `@${Date.parse(announced) / 1000}`,
    // RFC 8594.
    Sunset: new Date(sunset).toUTCString(),
    Link: `<${guide}>; rel="deprecation"; type="text/html"`,
  };
}
