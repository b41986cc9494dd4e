export * from '../../../api/src/features/publishing/timing.ts';

export const LEASE_SECONDS = 24;
export const SEND_TIMEOUT_SECONDS = 10;
export const ABSENT_AFTER_MS = 4000;
export const GAP_SECONDS = 8;
export const READ_LAG_MS = 1000;
