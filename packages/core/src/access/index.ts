export { type AccessTokens, createAccessTokens } from './access-tokens.ts';
export { getCurrentAdmin } from './current-admin.ts';
export { login, logout, refreshLogin, type Tokens } from './login.ts';
export { createPasswords, type Passwords } from './passwords.ts';
export { createThrottle, type Throttle } from './throttle.ts';
