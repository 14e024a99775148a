import { isService } from './places.mjs';

export const loading = {
  name: 'loading',
  message:
    'loads a module without `loadLater` of packages/jobs: one that could not be loaded once, because too many files were open, fails until a restart that nobody makes',
  appliesTo: isService,
  find: ({ ofType, parentOf }) =>
    ofType('ImportExpression').filter((node) => parentOf(parentOf(node))?.callee?.name !== 'loadLater'),
  allowed: {
    'apps/api/src/main.ts': 'at the start, which fails with it',
    'packages/core/src/modules/load-modules.ts': 'at the start, which goes on without the module',
  },
};
