import type { Owner } from '../../db/owner.ts';
import type { PublishedSource } from '../../sourcing/source.ts';
import type { Sources } from '../sources/sources.feature.ts';

/**
 * What a text is to be about; null where nobody named a source.
 * @throws NotFoundError when it is none of theirs
 */
export function sourceOf(sources: Pick<Sources, 'find'>) {
  return async (who: Owner, id: number | null | undefined): Promise<PublishedSource | null> =>
    id === null || id === undefined ? null : sources.find(who, id);
}
export type SourceOf = ReturnType<typeof sourceOf>;
