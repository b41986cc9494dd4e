import type { Knex } from 'knex';
import type { PageId } from '../../contract/ids.ts';
import { NotFoundError } from '../../http/errors.ts';
import type { IdempotencyKey } from '../../http/idempotency-key.ts';
import type { Idempotency } from '../idempotency/idempotency.feature.ts';
import type { Pages } from '../pages/pages.feature.ts';
import type { Author } from '../posts/author.ts';
import { inOwnersTurn } from '../slots/owners-turn.ts';
import { needTokenStill } from '../tokens/need-token-still.ts';
import { bulkChangesRepository, type BulkChange } from './bulk-changes.repository.ts';
import { makeChange, type Asked, type BulkRequest } from './make-change.ts';

interface Deps {
  readonly db: Knex;
  readonly pages: Pick<Pages, 'repository'>;
  readonly idempotency: Idempotency;
}

/** A change as it comes: a page that is chosen is only a number so far. */
export interface GivenRequest extends Omit<BulkRequest, 'change'> {
  readonly change: Exclude<Asked, { kind: 'page' }> | { readonly kind: 'page'; readonly facebookPageId: PageId };
}

/** Does the same with many posts at once. */
export function bulkChangesService({ db, pages, idempotency }: Deps) {
  async function withPage(author: Author, { change, ...request }: GivenRequest): Promise<BulkRequest> {
    if (change.kind !== 'page') return { ...request, change };
    const page = await pages.repository.find(author, change.facebookPageId);
    if (page === null)
      throw new NotFoundError("This Facebook page isn't connected. Reconnect it, or choose another page.");
    return { ...request, change: { kind: 'page', page } };
  }

  async function makeOnce(author: Author, given: GivenRequest, idempotencyKey: IdempotencyKey | null): Promise<number> {
    const request = await withPage(author, given);
    return inOwnersTurn(db, author, () =>
      idempotency.bulkChangeOnce(author, idempotencyKey, (keyed) =>
        keyed.transaction(async (trx) => {
          const made = await makeChange(trx, author, request);
          await needTokenStill(trx, author);
          return made;
        }),
      ),
    );
  }

  return {
    /** The same key again changes nothing, and answers what the first has done. */
    async change(author: Author, request: GivenRequest, idempotencyKey: IdempotencyKey | null): Promise<BulkChange> {
      const id =
        (await idempotency.findBulkChange(author, idempotencyKey)) ?? (await makeOnce(author, request, idempotencyKey));
      const change = await bulkChangesRepository(db).find(author, id);
      if (change === null) throw new NotFoundError('This change is too old to be read.');
      return change;
    },
  };
}
