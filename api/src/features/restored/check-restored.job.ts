import pMap from 'p-map';
import type { Logger } from 'pino';
import type { restoresRepository } from '../backup-marks/restores.repository.ts';
import type { PostId } from '../../contract/ids.ts';
import type { Job } from '../../jobs/jobs.ts';
import type { Networks } from '../../networks/networks.ts';
import type { OutgoingMedia } from '../../networks/target.ts';
import { textMark } from '../../networks/text-mark.ts';
import type { Claim } from '../publishing/claim.ts';
import type { RestoredOutcome, RestoredPosts } from './restored-posts.repository.ts';

const POSTS_PER_RUN = 40;
const AT_ONCE = 4;

interface Deps {
  readonly restores: ReturnType<typeof restoresRepository>;
  readonly posts: RestoredPosts;
  readonly networks: Networks;
  readonly media: { forPost(postId: PostId): Promise<readonly OutgoingMedia[]> };
  readonly log: Logger;
}

/**
 * While a backup that was put back is held: looks for the posts whose time has come since, and notes what it finds for
 * who decides. Nothing is sent or changed; before a post is sent it is looked for again.
 */
export function checkRestoredJob({ restores, posts, networks, media, log }: Deps): Job {
  async function look(post: Claim, since: Date): Promise<RestoredOutcome> {
    const files = post.mediaType === 'text' ? [] : await media.forPost(post.postId);
    const ready = await networks.of(post.target).prepare(post, files);
    if ('problem' in ready) return 'unknown';
    const found = await ready.target.search(ready.post, {
      since,
      until: null,
      ids: [],
      textMarks: [textMark(post.content)],
      taken: (ids) => posts.takenIds(ids, post.postId),
    });
    if (found.kind === 'absent') return 'not-out';
    return found.kind === 'published' || found.kind === 'processing' ? 'out' : 'unknown';
  }

  return {
    name: 'check-restored',
    rule: '*/5 * * * * *',
    runsWhileRestored: true,
    async run() {
      const held = await restores.held();
      if (held === null) return;
      await pMap(
        await posts.unchecked(held, POSTS_PER_RUN),
        async (post) => {
          const outcome = await look(post, held.backupAt).catch((error: unknown): RestoredOutcome => {
            log.warn({ err: error, postId: post.postId }, 'restored.not-checked');
            return 'unknown';
          });
          await posts.note(held, post.postId, outcome);
        },
        { concurrency: AT_ONCE },
      );
    },
  };
}
