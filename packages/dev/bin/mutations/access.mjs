// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of the source, as they stand there.

/** @type {import('./index.mjs').Mutation[]} */
export default [
  {
    what: 'refused attempts lengthen the delay',
    file: 'packages/core/src/access/throttle.ts',
    search: `      await attempts.reward(key);
      const seconds`,
    replace: '      const seconds',
    tests: ['packages/core/src/access/throttle.test.ts'],
  },
  {
    what: 'an address is counted for what its account was refused',
    file: 'packages/core/src/access/throttle.ts',
    search: `        if (addressKey) await attempts.reward(addressKey);
        throw error;`,
    replace: '        throw error;',
    tests: ['packages/core/src/access/throttle.test.ts'],
  },
  {
    what: 'a disabled customer gets the mail that sets a password',
    file: 'packages/core/src/customers/reset-password.ts',
    search: 'found?.disabledAt ? null : found',
    replace: 'found',
    tests: ['apps/api/test/store/customers/password-reset.test.ts'],
  },
  {
    what: 'a refresh token of a disabled operator works',
    file: 'packages/core/src/access/exchange-refresh-token.ts',
    search: `AND u.id = l.admin_user_id AND u.disabled_at IS NULL
      RETURNING`,
    replace: `AND u.id = l.admin_user_id
      RETURNING`,
    tests: ['apps/api/test/admin/auth.test.ts', 'apps/api/test/admin/users.test.ts'],
  },
  {
    what: 'a refresh token works twice',
    file: 'packages/core/src/access/exchange-refresh-token.ts',
    search: `AND s.used_at IS NULL AND s.expires_at`,
    replace: 'AND s.expires_at',
    tests: ['apps/api/test/admin/auth.test.ts'],
  },
  {
    what: 'the audit log keeps secrets',
    file: 'packages/core/src/audit/record-change.ts',
    search: `if (SECRET_NAMES.test(name)) return '[redacted]';`,
    replace: '',
    tests: ['apps/api/test/admin/audit.test.ts'],
  },
  {
    what: 'the audit log does not know of an import',
    file: 'packages/core/src/catalog/import/import-products.ts',
    search: `await recordChange(tx, { action: 'product_import.started', subject, after: { rows } });`,
    replace: 'void subject;',
    tests: ['apps/api/test/admin/product-imports.test.ts'],
  },
  {
    what: 'an abandoned cart can be claimed',
    file: 'packages/core/src/carts/claim-cart.ts',
    search: ' AND c.updated_at >= ${abandonedBefore(ctx)}',
    replace: '',
    tests: ['apps/api/test/store/carts/claim.test.ts'],
  },
  {
    what: 'a key gives away what its maker doesn’t have (S6)',
    file: 'packages/core/src/access/api-keys.ts',
    search: `  assertHolds(ctx.principal, permissions);
`,
    replace: '',
    tests: ['apps/api/test/admin/api-keys.test.ts'],
  },
  {
    what: 'who may do less revokes a key (S6)',
    file: 'packages/core/src/access/api-keys.ts',
    search: `    assertHolds(tx.principal, presentApiKey(row).permissions);
`,
    replace: '',
    tests: ['apps/api/test/admin/made-by.test.ts'],
  },
  {
    what: 'a revoked key works',
    file: 'packages/core/src/access/admin-principal.ts',
    search: 'if (!row || row.revokedAt)',
    replace: 'if (!row)',
    tests: ['apps/api/test/admin/api-keys.test.ts'],
  },
  {
    what: 'what a disabled operator made lives on (S5)',
    file: 'packages/core/src/access/users.ts',
    search: 'if (changes.role || changes.disabledAt)',
    replace: 'if (changes.role)',
    tests: ['apps/api/test/admin/made-by.test.ts'],
  },
  {
    what: 'keys of keys live on (S5)',
    file: 'packages/core/src/access/made-by.ts',
    search: 'makers = (await limitKeysOf(tx, makers, exceeds)).map((id): Maker => `api-key:${id}`);',
    replace: 'await limitKeysOf(tx, makers, exceeds); makers = [];',
    tests: ['apps/api/test/admin/made-by.test.ts'],
  },
  {
    what: 'a credential is made while its maker is disabled',
    file: 'packages/core/src/access/api-keys.ts',
    search: `    await lockMaker(tx, permissions);
`,
    replace: '',
    tests: ['apps/api/test/admin/made-by.test.ts'],
  },
  {
    what: 'the access token of an ended login works (S4)',
    file: 'packages/core/src/access/admin-principal.ts',
    search: 'if (!found || found.hasEnded) return undefined;',
    replace: 'if (!found) return undefined;',
    tests: ['apps/api/test/admin/auth.test.ts'],
  },
  {
    what: 'a token keeps the permissions of a former role',
    file: 'packages/core/src/access/admin-principal.ts',
    search: 'const allowed = role === null ? PERMISSIONS : ROLES[role as Role];',
    replace: 'const allowed = PERMISSIONS;',
    tests: ['apps/api/test/admin/users.test.ts'],
  },
  {
    what: 'a login opens a session with a password that was changed meanwhile',
    file: 'packages/core/src/access/login.ts',
    search: ' AND password_hash = ${passwordHash}',
    replace: '',
    tests: ['apps/api/test/admin/auth/passwords.test.ts'],
  },
  {
    what: 'a stolen refresh token ends no login',
    file: 'packages/core/src/access/login.ts',
    search: '  await endReusedLogin(system, tokenHash);\n',
    replace: '',
    tests: ['apps/api/test/admin/auth.test.ts'],
  },
  {
    what: 'the successor of a refresh token is handed to another client (S9)',
    file: 'packages/core/src/access/exchange-refresh-token.ts',
    search: `      AND s.used_from IS NOT DISTINCT FROM \${system.clientAddress ?? null}
`,
    replace: '',
    tests: ['apps/api/test/admin/auth.test.ts'],
  },
  {
    what: 'the successor of a refresh token is handed out for ever (S9)',
    file: 'packages/core/src/access/exchange-refresh-token.ts',
    search: 'const LEEWAY_MS = 20_000;',
    replace: 'const LEEWAY_MS = 20_000_000_000;',
    tests: ['apps/api/test/admin/auth.test.ts'],
  },
  {
    what: 'a console session outlives its operator',
    file: 'packages/core/src/access/admin-principal.ts',
    search: ' AND u.disabled_at IS NULL`;',
    replace: '`;',
    tests: ['apps/api/test/console/session.test.ts'],
  },
  {
    what: 'the last owner goes',
    file: 'packages/core/src/access/users.ts',
    search: 'if (stopsOwning && owners.length === 1)',
    replace: 'if (stopsOwning && owners.length === 0)',
    tests: ['apps/api/test/admin/users.test.ts'],
  },
  {
    what: 'an invitation makes two operators',
    file: 'packages/core/src/access/invitations.ts',
    search: 'if (count === 0) refuseToken();',
    replace: 'void count;',
    tests: ['apps/api/test/admin/users.test.ts'],
  },
  {
    what: 'an external token’s keys are those of the last set for ever',
    file: 'apps/api/src/http/issuer-keys.ts',
    search: 'if (known && isCurrent) return known;',
    replace: 'if (known) return known;',
    tests: ['apps/api/test/http/issuer-tokens.test.ts'],
  },
  {
    what: 'a console session outlives its login (A3)',
    file: 'packages/core/src/access/admin-principal.ts',
    search: "s.kind = 'console' AND l.ended_at IS NULL",
    replace: "s.kind = 'console'",
    tests: ['apps/api/test/admin/auth/revocations.test.ts'],
  },
  {
    what: 'a refresh token is a session of the console (A3)',
    file: 'packages/core/src/access/admin-principal.ts',
    search: "s.kind = 'console' AND ",
    replace: '',
    tests: ['apps/api/test/admin/auth/revocations.test.ts'],
  },
  {
    what: 'a refresh token of an ended login works (A3)',
    file: 'packages/core/src/access/exchange-refresh-token.ts',
    search: 'AND l.id = s.login_id AND l.ended_at IS NULL AND l.expires_at',
    replace: 'AND l.id = s.login_id AND l.expires_at',
    tests: ['apps/api/test/admin/auth/revocations.test.ts'],
  },
  {
    what: 'what a demoted operator made keeps its permissions (A8)',
    file: 'packages/core/src/access/users.ts',
    search: 'if (changes.role || changes.disabledAt)',
    replace: 'if (changes.disabledAt)',
    tests: ['apps/api/test/admin/auth/revocations.test.ts'],
  },
];
