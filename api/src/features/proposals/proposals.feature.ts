import type { Knex } from 'knex';
import type { Config } from '../../config/config.ts';
import type { Keyring } from '../../db/keyring.ts';
import type { Job } from '../../jobs/jobs.ts';
import type { Automation } from '../automation/automation.feature.ts';
import { mailLinks } from '../mail/mail-links.ts';
import type { Media } from '../media/media.feature.ts';
import { pageRightsRepository } from '../page-rights/page-rights.repository.ts';
import { pageRights } from '../page-rights/page-rights.ts';
import type { Pages } from '../pages/pages.feature.ts';
import { postPreconditions } from '../posts/post-preconditions.ts';
import type { Posts } from '../posts/posts.feature.ts';
import { decidingService } from './deciding.service.ts';
import { programPosts } from './program-posts.ts';
import { checkingInput } from './proposal-input.ts';
import { proposalsRepository } from './proposals.repository.ts';
import { proposalsRoutes } from './proposals.routes.ts';
import { reviewByMailRoutes } from './review-by-mail.routes.ts';
import { proposalsService } from './proposals.service.ts';
import { tellOfPassed } from './tell-of-passed.ts';

interface Deps {
  readonly config: Config;
  readonly db: Knex;
  readonly keys: Keyring;
  readonly sweepsDb: Knex;
  readonly media: Media;
  readonly pages: Pages;
  readonly posts: Posts;
  readonly automation: Automation;
}

const EXPIRES_AFTER_DAYS = 14;
const EXPIRED_AT_ONCE = 500;

/** What agents propose, and what people decide about it: nothing goes out twice, or without anybody's word. */
export function createProposals({ config, db, keys, sweepsDb, media, pages, posts, automation }: Deps) {
  const preconditions = postPreconditions({ posts: posts.repository, pages, ...pageRights(db) });
  const service = proposalsService({ db, media, checked: checkingInput({ media, preconditions }) });
  const deciding = decidingService({ db, media, preconditions });
  const links = mailLinks({ keys, publicUrl: config.PUBLIC_URL });
  posts.onProgram(programPosts(service));
  return {
    ...service,
    ...deciding,
    routes: [
      proposalsRoutes({
        service,
        deciding,
        drafts: automation.drafts,
        posts: posts.repository,
        shared: pageRightsRepository(db).shared,
      }),
      reviewByMailRoutes({ db, deciding, adminIds: config.ADMIN_FACEBOOK_IDS, links }),
    ],
    jobs: [
      { name: 'tell-of-passed-proposals', rule: '20 * * * * *', run: () => tellOfPassed(sweepsDb) },
      {
        name: 'expire-proposals',
        rule: '0 23 * * * *',
        run: async () => {
          while ((await proposalsRepository(sweepsDb).expire(EXPIRES_AFTER_DAYS, EXPIRED_AT_ONCE)) === EXPIRED_AT_ONCE);
        },
      },
    ] satisfies Job[],
  };
}
export type Proposals = ReturnType<typeof createProposals>;
