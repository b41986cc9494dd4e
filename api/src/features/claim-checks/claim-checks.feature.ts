import type { Knex } from 'knex';
import { pageRights } from '../page-rights/page-rights.ts';
import type { PageVoices } from '../page-voice/page-voice.feature.ts';
import { claimChecksRoutes } from './claim-checks.routes.ts';

/** Tells who writes with the AI which claims of a text nobody gave it. */
export function createClaimChecks({ db, pageVoice }: { db: Knex; pageVoice: Pick<PageVoices, 'find'> }) {
  return { routes: [claimChecksRoutes({ ...pageRights(db), voices: pageVoice })] };
}
