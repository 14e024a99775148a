export { assertVersion } from './assert-version.ts';
