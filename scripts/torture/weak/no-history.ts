import { GAP_SECONDS } from '../../../api/src/features/publishing/timing.ts';

/** Only a long silence is noticed: neither another history of the database nor another life of its server. */
export const IS_GAP = `(ticked_at < now() - interval '${GAP_SECONDS} seconds')`;
