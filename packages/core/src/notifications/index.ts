export { alertOperators, operatorsWith } from './alert-operators.ts';
export { eraseFromNotices } from './erase-notices.ts';
export { keepNotices, type Notice, notifyAdmins, notifyEveryStore } from './notify-admins.ts';
export { listNotifications, markAllRead, markRead } from './read-notifications.ts';
export { recordSlack } from './record-slack.ts';
export { getNotificationSettings, putNotificationSettings } from './settings.ts';
