export { listNotifications, type Notice, notifyAdmins } from './notify-admins.ts';
