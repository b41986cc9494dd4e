import type { FREQUENCY_HOURS } from '@pagecast/api/contract';

/** Hours between two cycles, of those that can be chosen. */
export type Frequency = (typeof FREQUENCY_HOURS)[number];
