export { alertOperators, operatorsWith } from './alert-operators.ts';
export { listNotifications, type Notice, notifyAdmins } from './notify-admins.ts';
