import type { Knex } from 'knex';
import { pageRights } from '../page-rights/page-rights.ts';
import type { PageVoices } from '../page-voice/page-voice.feature.ts';
import type { Sources } from '../sources/sources.feature.ts';
import { claimChecksRoutes } from './claim-checks.routes.ts';

interface Deps {
  readonly db: Knex;
  readonly pageVoice: Pick<PageVoices, 'find'>;
  readonly sources: Pick<Sources, 'find'>;
}

/** Tells who writes with the AI which claims of a text nobody gave it. */
export function createClaimChecks({ db, pageVoice, sources }: Deps) {
  return { routes: [claimChecksRoutes({ ...pageRights(db), voices: pageVoice, sources })] };
}
