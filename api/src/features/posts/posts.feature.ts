import type { Knex } from 'knex';
import type { PostId } from '../../contract/ids.ts';
import { networkFacts } from '../../contract/networks.ts';
import type { Facebook } from '../../facebook/facebook.ts';
import type { Session } from '../../http/session.ts';
import type { Job } from '../../jobs/jobs.ts';
import type { Networks } from '../../networks/networks.ts';
import type { AiCalls } from '../ai-calls/ai-calls.feature.ts';
import type { Configuration } from '../configuration/configuration.feature.ts';
import type { Idempotency } from '../idempotency/idempotency.feature.ts';
import type { LinkLimits } from '../link-limits/link-limits.feature.ts';
import type { Media } from '../media/media.feature.ts';
import { pageRights } from '../page-rights/page-rights.ts';
import type { Pages } from '../pages/pages.feature.ts';
import type { Author } from './author.ts';
import { foundPostsRepository } from './found-posts.repository.ts';
import { indexWordsJob } from './index-words.job.ts';
import { postChecksRepository } from './post-checks.repository.ts';
import { postChecksRoutes } from './post-checks.routes.ts';
import type { PostInput } from './post-input.ts';
import { postsRepository } from './posts.repository.ts';
import { postsRoutes } from './posts.routes.ts';
import type { HeldByLoop } from './held-by-loop.ts';
import { postsService } from './posts.service.ts';
import type { PublishingLoop } from './publish-and-wait.ts';
import { publishedCalendarRepository } from './published-calendar.repository.ts';
import { tiedPostsRepository } from './tied-posts.repository.ts';
import { rankedPostsRepository } from './ranked-posts.repository.ts';
import { waitingCalendarRepository } from './waiting-calendar.repository.ts';
import { waitingPostsRepository } from './waiting-posts.repository.ts';
import { waitingPostsRoutes } from './waiting-posts.routes.ts';

interface Deps {
  readonly db: Knex;
  readonly sweepsDb: Knex;
  readonly configuration: Configuration;
  readonly idempotency: Idempotency;
  readonly linkLimits: Pick<LinkLimits, 'othersOf'>;
  readonly media: Media;
  readonly aiCalls: AiCalls;
  readonly facebook: Facebook;
  readonly networks: Networks;
  readonly pages: Pages;
  readonly publishing: HeldByLoop;
  readonly loop: PublishingLoop;
}

type MakeForProgram = (session: Session, input: PostInput) => Promise<PostId | null>;

/** What people write, plan and publish. */
export function createPosts({
  db,
  sweepsDb,
  configuration: { facebookApp, ai },
  idempotency,
  linkLimits,
  media,
  aiCalls,
  facebook: { graph },
  networks,
  pages,
  publishing,
  loop,
}: Deps) {
  const posts = postsRepository(db, networks.isSetUp);
  const service = postsService({
    db,
    posts,
    idempotency,
    pages,
    publishing,
    loop,
    media,
    graph,
    aiCalls,
    facebookApp,
    networks,
  });
  let program: MakeForProgram = async () => null;
  return {
    ...service,
    repository: posts,
    /** Who makes the posts that go out by the word of a program: as what it proposes, once by what is meant. */
    onProgram(make: MakeForProgram): void {
      program = make;
    },
    /** Changes the text of a post that waits for its time, noting by whose hand. */
    editPost: (trx: Knex, author: Author, id: PostId, content: string) =>
      postsRepository(trx).change(author, id, ['scheduled'], { content }),
    routes: [
      postsRoutes({
        posts,
        found: foundPostsRepository(db, networks.isSetUp),
        ranked: rankedPostsRepository(db, networks.isSetUp),
        service,
        async ofProgram(session, input) {
          const isTheirs = session.token !== null && input.status !== 'draft' && networkFacts(input.target).hasPages;
          const id = isTheirs ? await program(session, input) : null;
          return id === null ? null : service.read(session, id);
        },
      }),
      // After the others: its /api/posts/:id would fit their paths too.
      waitingPostsRoutes({
        waiting: waitingPostsRepository(db, networks.isSetUp),
        tied: tiedPostsRepository(db, networks.isSetUp),
        calendars: { waiting: waitingCalendarRepository(db), published: publishedCalendarRepository(db) },
        service,
      }),
      postChecksRoutes({ checks: postChecksRepository(db), linkLimits, moderate: ai.moderate, ...pageRights(db) }),
    ],
    jobs: [indexWordsJob({ found: foundPostsRepository(sweepsDb) })] satisfies Job[],
  };
}
export type Posts = ReturnType<typeof createPosts>;
