/** The code of receivers, added by the build (receivers.ts). */
declare const RECEIVERS: readonly { language: string; code: string }[];
