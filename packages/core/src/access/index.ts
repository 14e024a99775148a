export type { AccessTokens } from './access-tokens.ts';
export {
  type AdminClaims,
  type AdminPrincipal,
  findAdmin,
  findApiKey,
  findConsoleOperator,
} from './admin-principal.ts';
export { createApiKey, listApiKeys, revokeApiKey } from './api-keys.ts';
export { assertHolds } from './assert-permissions.ts';
export { createOperator } from './create-operator.ts';
export { getCurrentAdmin } from './current-admin.ts';
export { deleteEndedSessions } from './delete-ended-sessions.ts';
export { findOperator } from './find-operator.ts';
export { acceptInvitation, inviteUser, listInvitations, withdrawInvitation } from './invitations.ts';
export {
  login,
  logout,
  refreshLogin,
  startConsoleSession,
  type Tokens,
} from './login.ts';
export {
  changePassword,
  createPassword,
  replacePassword,
  requestReset,
  resetPassword,
} from './operator-passwords.ts';
export { endOwnSession, endOwnSessions, listOwnSessions } from './own-sessions.ts';
export type { Passwords } from './passwords.ts';
export {
  createPortalSession,
  deleteEndedPortalSessions,
  expireAllPortalSessions,
  expirePortalSession,
  findPortalSession,
  listPortalSessions,
} from './portal-sessions.ts';
export {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  resetSecondFactor,
} from './second-factor.ts';
export { createSignInLink, openSignInLink, readSignInLink } from './sign-in-links.ts';
export { requireOperator } from './step-up.ts';
export { createThrottle, type Throttle } from './throttle.ts';
export { getUser, listUsers, updateUser } from './users.ts';
