import type { Knex } from 'knex';
import type { Place } from '../media/media.repository.ts';
import type { MediaService } from '../media/media.service.ts';
import type { Author } from '../posts/author.ts';
import type { Post } from '../posts/post.ts';
import type { Publishing } from '../publishing/publishing.feature.ts';
import { compositionsRepository } from './compositions.repository.ts';

/** In the place of what posts have. */
export interface NewFiles {
  readonly mediaType: Post['mediaType'];
  readonly places: readonly Place[];
  readonly includeOwn: boolean;
}

interface Deps {
  readonly media: Pick<MediaService, 'replaceOfMany'>;
  readonly forgetAhead: Publishing['forgetAhead'];
}

export function givingFiles({ media, forgetAhead }: Deps) {
  /** Gives posts other files than they had, in the transaction that changes them. @returns hashes of those before */
  async function giveFiles(
    trx: Knex,
    author: Author,
    id: number,
    { places }: NewFiles,
    changed: readonly Post[],
  ): Promise<readonly string[]> {
    const postIds = changed.map((post) => post.id);
    if (postIds.length === 0) return [];
    await forgetAhead(trx, postIds);
    const before = await media.replaceOfMany(trx, author, { places, postIds });
    await compositionsRepository(trx).noteCommonMedia(author, id, postIds[0]!);
    return before;
  }

  return { giveFiles };
}
