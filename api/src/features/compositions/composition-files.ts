import type { Knex } from 'knex';
import type { PageId, PostId } from '../../contract/ids.ts';
import type { Owner } from '../../db/owner.ts';
import { InvalidInputError } from '../../http/errors.ts';
import type { MediaService } from '../media/media.service.ts';
import type { ConnectedPage } from '../pages/pages.repository.ts';
import { checkFiles } from '../posts/new-files.ts';
import type { PlannedPost } from './composition-plan.ts';
import { compositionsRepository } from './compositions.repository.ts';

/** Posts of a plan by their places in it, those with the same files together. */
function byFiles(plan: readonly PlannedPost[]): ReadonlyMap<string, readonly number[]> {
  return Map.groupBy(plan.keys(), (place) => JSON.stringify([plan[place]?.mediaType, plan[place]?.media]));
}

/** @throws InvalidInputError for files that a post cannot have, with the page that they are for */
export async function filesOfPlan(
  media: MediaService,
  owner: Owner,
  plan: readonly PlannedPost[],
  own: ReadonlyMap<PageId, ConnectedPage>,
): Promise<void> {
  for (const [place = 0] of byFiles(plan).values()) {
    const post = plan[place];
    if (post === undefined) continue;
    try {
      await checkFiles(media, owner, { mediaType: post.mediaType, places: post.media }, post.placement);
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error;
      const message = `${own.get(post.facebookPageId)?.name ?? ''}: ${error.message}`;
      throw new InvalidInputError(message, { issues: [{ path: `pages.${place}.media`, message }] });
    }
  }
}

/** Gives the posts their files, in the transaction that makes them. @param postIds in the order of the plan */
export async function placeFiles(
  media: MediaService,
  trx: Knex,
  owner: Owner,
  plan: readonly PlannedPost[],
  postIds: readonly PostId[],
): Promise<void> {
  const uses = [...byFiles(plan).values()].flatMap((places) => {
    const files = plan[places[0] ?? 0]?.media ?? [];
    const ids = places.flatMap((place) => postIds[place] ?? []);
    return files.length === 0 ? [] : [{ places: files, postIds: ids }];
  });
  if (uses.length > 0) await media.attachToMany(trx, owner, uses);
}

/** Notes which files are not of one page alone, where some have their own. @param postIds in the order of the plan */
export async function noteCommonFiles(
  trx: Knex,
  owner: Owner,
  compositionId: number,
  plan: readonly PlannedPost[],
  postIds: readonly PostId[],
): Promise<void> {
  const isOwn = ({ hasOwnMedia = false }: PlannedPost) => hasOwnMedia;
  if (!plan.some(isOwn)) return;
  const common = plan.findIndex((post) => !isOwn(post));
  await compositionsRepository(trx).noteCommonMedia(owner, compositionId, postIds[common] ?? null);
}
