/** The code of receivers, put in by the build (receivers.ts). */
declare const RECEIVERS: readonly { language: string; code: string }[];
