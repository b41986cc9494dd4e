import { GAP_SECONDS } from './timing.ts';

/**
 * Whether the heartbeat is from another life of the database: nobody was there for a while, or the server has started
 * since, perhaps over older files, or it writes on another history.
 */
export const IS_GAP = `(ticked_at < now() - interval '${GAP_SECONDS} seconds'
  or coalesce(server_started_at <> pg_postmaster_start_time(), false)
  or coalesce(history <> history_of_database(), false))`;
