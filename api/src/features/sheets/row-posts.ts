import type { Knex } from 'knex';
import type { PostId } from '../../contract/ids.ts';
import { FACEBOOK } from '../../contract/networks.ts';
import { placeFiles } from '../compositions/composition-files.ts';
import type { PlannedPost } from '../compositions/composition-plan.ts';
import { compositionsRepository } from '../compositions/compositions.repository.ts';
import type { MediaService } from '../media/media.service.ts';
import type { Author } from '../posts/author.ts';
import type { TiedPost } from '../posts/post-changes.repository.ts';
import { postsRepository } from '../posts/posts.repository.ts';
import { tellingOwnerOfNew } from '../posts/telling-owner.ts';
import { DEFAULT_CONTENT_TYPE } from '../posts/posts.routes.ts';
import type { CheckedRow } from './check-rows.ts';

/** Posts of one statement. */
const AT_ONCE = 1000;

/** A post that is about to be made, of a row with one page or of a composition. */
interface RowPost extends PlannedPost {
  readonly compositionId: number | null;
}

/** The posts of rows, those of several pages tied as one composition. */
export async function postsOfRows(
  trx: Knex,
  author: Author,
  rows: readonly CheckedRow[],
): Promise<{ row: CheckedRow; post: RowPost }[]> {
  const several = rows.filter(({ pageIds }) => pageIds.length > 1);
  const ids = await compositionsRepository(trx).createMany(
    author,
    several.map(({ row }) => row.text),
  );
  const compositions = new Map(several.map((row, place) => [row, ids[place] ?? null]));
  return rows.flatMap((row) =>
    row.pageIds.map((facebookPageId) => ({
      row,
      post: {
        facebookPageId,
        content: row.row.text,
        mediaType: row.mediaIds.length === 0 ? ('text' as const) : ('image' as const),
        media: row.mediaIds.map((id) => (row.row.altText === null ? { id } : { id, altText: row.row.altText })),
        scheduledAt: row.row.when.kind === 'at' ? row.row.when.at : null,
        publishNow: false,
        compositionId: compositions.get(row) ?? null,
      },
    })),
  );
}

const statusOf = (post: RowPost | undefined) => (post?.scheduledAt == null ? 'draft' : 'scheduled');

function newPost({ facebookPageId, content, mediaType, scheduledAt, compositionId }: RowPost): TiedPost {
  return {
    target: FACEBOOK,
    facebookPageId,
    article: null,
    mediaType,
    content,
    contentType: DEFAULT_CONTENT_TYPE,
    tone: null,
    keywords: null,
    isAiGenerated: false,
    aiCallId: null,
    status: scheduledAt === null ? 'draft' : 'scheduled',
    scheduledAt,
    publishNow: false,
    compositionId,
  };
}

/** Makes posts with their files, in the transaction of their sheet. */
export async function createPosts(
  media: MediaService,
  trx: Knex,
  author: Author,
  posts: readonly RowPost[],
): Promise<void> {
  const ids: PostId[] = [];
  // Of one statement all have the same status.
  const sorted = [
    ...posts.filter((post) => statusOf(post) === 'scheduled'),
    ...posts.filter((post) => statusOf(post) === 'draft'),
  ];
  for (let from = 0; from < sorted.length;) {
    const status = statusOf(sorted[from]);
    const some = sorted.slice(from, from + AT_ONCE).filter((post) => statusOf(post) === status);
    const made = await tellingOwnerOfNew(
      trx,
      author,
      (given) => postsRepository(given).createMany(author, some.map(newPost)),
      (all) => all,
    );
    ids.push(...made);
    from += some.length;
  }
  await placeFiles(media, trx, author, sorted, ids);
}
