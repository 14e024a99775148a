export { checkOut } from './check-out.ts';
