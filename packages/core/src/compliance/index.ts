export { configureCompliance, getCompliance, type PresentedCompliance } from './configure-compliance.ts';
