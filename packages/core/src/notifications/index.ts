export { alertOperators, operatorsWith } from './alert-operators.ts';
export { listNotifications, type Notice, notifyAdmins, notifyEveryStore } from './notify-admins.ts';
