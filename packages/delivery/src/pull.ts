export { claimPulled, type PulledDelivery } from './claim-pulled.ts';
export { createLogNotifier, openLogWaits } from './log-signals.ts';
export { createPullNotifier, openPullWaits } from './pull-signals.ts';
export { createPullWaits, type PullWaits } from './pull-waits.ts';
export { type PullReport, recordPulled } from './record-pulled.ts';
export { parseRetryDelays } from './retry-schedule.ts';
