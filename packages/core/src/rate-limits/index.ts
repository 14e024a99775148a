export {
  type Caller,
  createRateLimits,
  type RateLimitOptions,
  type RateLimits,
  type Share,
} from './rate-limits.ts';
