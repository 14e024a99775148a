/**
 * How the samples of the reference are coloured: strings, comments and words that all of their languages know. 1,600 samples by the
 * whole grammars of six languages would take as long as all the rest of the build.
 */
export const SAMPLE = {
  name: 'sample',
  scopeName: 'source.sample',
  patterns: [
    { match: '(^|\\s)(//|# ).*$', name: 'comment' },
    { match: '"(\\\\.|[^"\\\\])*"', name: 'string' },
    { match: "'[^']*'", name: 'string' },
    {
      match: '\\b(import|from|const|await|require|do|end|nil|null|None|true|false|True|False)\\b',
      name: 'keyword',
    },
    { match: '\\b\\d+(\\.\\d+)?\\b', name: 'constant.numeric' },
    { match: '\\b[A-Za-z_]\\w*(?=\\()', name: 'entity.name.function' },
  ],
  repository: {},
};
