import type { Environment } from '../../contract/common.ts';
import type { FacebookApp } from '../../facebook/graph-client.ts';
import { needsReconnect } from '../pages/page-problems.ts';
import type { PagesRepository } from '../pages/pages.repository.ts';
import type { PostProblem } from '../posts/post.ts';
import type { Claim, ClaimsRepository } from './claims.repository.ts';
import * as rules from './rules.ts';
import type { Outgoing, OutgoingMedia, Target } from '../../networks/target.ts';
import type { Targets } from '../../networks/targets.ts';

/** A post with everything that its way out needs. */
export interface Ready {
  readonly post: Outgoing;
  readonly target: Target;
  /** As its owner knows it; the tech site's too. */
  readonly pageName: string;
}

/**
 * Why a post cannot go out now.
 * - `fail`: it cannot go out at all
 * - `hold`: its owner has to do something first
 * - `wait`: its turn comes at `waitUntil`
 */
export interface NotReady {
  readonly problem: PostProblem;
  readonly next: 'fail' | 'hold' | 'wait';
  readonly waitUntil?: Date;
}

interface Deps {
  readonly claims: ClaimsRepository;
  readonly pages: PagesRepository;
  readonly targets: Targets;
  readonly adminIds: readonly string[];
  mediaOf(postId: number): Promise<readonly OutgoingMedia[]>;
  facebookApp(environment: Environment): FacebookApp | null;
}

/** Reads again, at the moment of publishing, all that may have changed since a post was planned: access, page, token, app, limits. */
export function preparation({ claims, pages, targets, adminIds, mediaOf, facebookApp }: Deps) {
  return {
    async check(claim: Claim): Promise<Ready | NotReady> {
      if (claim.owner.access !== 'whitelist' && !adminIds.includes(claim.owner.facebookId))
        return { problem: rules.NO_ACCESS, next: 'hold' };
      const target = targets.of(claim);
      const media = claim.mediaType === 'text' ? [] : await mediaOf(claim.postId);
      const post = {
        postId: claim.postId,
        content: claim.content,
        createdAt: claim.createdAt,
        now: claim.now,
        media,
        article: claim.article,
      };
      if (claim.target === 'fiztech') {
        return target === null
          ? { problem: rules.NO_TECH_SITE, next: 'fail' }
          : { post: { ...post, page: null }, target, pageName: 'the tech site' };
      }

      const app = facebookApp(claim.environment);
      const found = claim.facebookPageId === null ? null : await pages.forPublishing(claim.facebookPageId);
      if (found === null || found.isRemoved) return { problem: rules.PAGE_REMOVED, next: 'fail' };
      if (app === null) return { problem: rules.NO_APP, next: 'fail' };
      if (found.token === null || found.page.problem !== null)
        return { problem: found.page.problem ?? needsReconnect(found.page.name), next: 'hold' };
      const nextReelAt =
        claim.mediaType === 'reel' && claim.attempt.state === 'started'
          ? await claims.nextReelAt(found.page.id, rules.REELS_PER_DAY)
          : null;
      if (nextReelAt !== null)
        return { problem: rules.reelLimit(found.page.name, nextReelAt), next: 'wait', waitUntil: nextReelAt };
      if (target === null || (claim.mediaType !== 'text' && media.length === 0))
        return { problem: rules.NO_FILE, next: 'fail' };
      return {
        post: { ...post, page: { pageId: found.page.pageId, token: found.token, app } },
        target,
        pageName: found.page.name,
      };
    },
  };
}
export type Preparation = ReturnType<typeof preparation>;
