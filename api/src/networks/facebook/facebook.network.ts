import type { MediaType } from '../../contract/posts.ts';
import { FACEBOOK } from '../../contract/networks.ts';
import { needsReconnect } from '../../problems/page-problems.ts';
import type { Network, NetworkDeps } from '../network.ts';
import type { Target } from '../target.ts';
import { idsIn } from './checkpoint.ts';
import { facebookLinks } from './links.ts';
import { REELS_PER_DAY } from './limits.ts';
import { facebookPhotos } from './photos.target.ts';
import { NO_APP, NO_FILE, PAGE_REMOVED, reelLimit } from './problems.ts';
import { facebookReel } from './reel.target.ts';
import { reelsRepository } from './reels.repository.ts';
import { refusalOf } from './refusals.ts';
import { facebookPhotoStory, facebookVideoStory } from './story.target.ts';
import { facebookTextDirect, facebookTextTwoStep } from './text.target.ts';
import { facebookVideo } from './video.target.ts';

/** Pages of Facebook: texts, photos, videos, reels and stories, by the Graph API. */
export function facebookNetwork({ config, db, graph, facebookApp, pages, photos }: NetworkDeps): Network {
  const mode = config.FB_PUBLISH_MODE;
  const reels = reelsRepository(db);
  const targets: Record<MediaType, Target> = {
    text: mode === 'two-step' ? facebookTextTwoStep(graph) : facebookTextDirect(graph),
    image: facebookPhotos(graph, photos, mode),
    video: facebookVideo(graph, mode),
    reel: facebookReel(graph),
  };
  const stories: Partial<Record<MediaType, Target>> = {
    image: facebookPhotoStory(graph, photos),
    video: facebookVideoStory(graph),
  };

  return {
    name: FACEBOOK,
    links: facebookLinks,
    idsIn,
    refusalOf,
    isSetUp: (environment) => facebookApp(environment) !== null,

    async prepare({ facebookPageId, environment, mediaType, placement, attempt, ...planned }, media) {
      const app = facebookApp(environment);
      const found = facebookPageId === null ? null : await pages.forPublishing(facebookPageId);
      if (found === null || found.isRemoved) return { problem: PAGE_REMOVED, next: 'fail' };
      if (app === null) return { problem: NO_APP, next: 'fail' };
      const { page, token } = found;
      if (token === null || page.problem !== null)
        return { problem: page.problem ?? needsReconnect(page.name), next: 'hold' };
      const nextReel =
        mediaType === 'reel' && attempt.state === 'started' ? await reels.nextAt(page.id, REELS_PER_DAY) : null;
      if (nextReel !== null) return { problem: reelLimit(page.name, nextReel), next: 'wait', waitUntil: nextReel };
      if (mediaType !== 'text' && media.length === 0) return { problem: NO_FILE, next: 'fail' };
      // What this release does not know of is not shown anywhere else in its place.
      const target = { feed: targets, story: stories }[placement]?.[mediaType];
      if (target === undefined) throw new Error(`No ${mediaType} goes to ${placement}`);
      return {
        post: { ...planned, media, page: { pageId: page.pageId, token, app } },
        target,
        pageName: page.name,
      };
    },
  };
}
