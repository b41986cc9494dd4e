import Router from '@koa/router';
import type * as z from 'zod/mini';
import * as contract from '../../contract/bulk-changes.ts';
import { UNDO_SECONDS } from '../../contract/publishing.ts';
import { InvalidInputError } from '../../http/errors.ts';
import { handle } from '../../http/handle.ts';
import type { Author } from '../posts/author.ts';
import { present } from './bulk-changes.present.ts';
import type { BulkChange } from './bulk-changes.repository.ts';
import type { bulkChangesService, GivenRequest } from './bulk-changes.service.ts';
import type { Selection } from './select-posts.ts';

interface Deps {
  service: ReturnType<typeof bulkChangesService>;
  undo: (author: Author, id: number) => Promise<BulkChange>;
}

export function bulkChangesRoutes({ service, undo }: Deps): Router {
  const router = new Router();

  handle(router, contract.changeManyPosts, async ({ body, session, request }) =>
    present(
      await service.change(
        session,
        {
          selection: selectionOf(body),
          change: askedOf(body.change),
          mayBeTooClose: body.tooClose === 'allow',
          timeZone: request.timeZone,
        },
        request.idempotencyKey,
      ),
    ),
  );

  handle(router, contract.undoBulkChange, async ({ params, session }) => present(await undo(session, params.id)));

  return router;
}

type Body = z.output<typeof contract.changeManyPosts.body>;

/** @throws InvalidInputError for both ways at once, for none, and for what belongs to the other way */
function selectionOf({ postIds, filter, first, expected }: Body): Selection {
  if ((postIds === undefined) === (filter === undefined)) throw refused('postIds', 'Give either postIds or a filter.');
  if (postIds !== undefined) {
    if (postIds.length === 0) throw refused('postIds', 'Select at least one post.');
    if (first !== undefined || expected !== undefined) throw refused('first', 'Only a filter has first and expected.');
    return { postIds };
  }
  const { from, to, facebookPageId, text } = filter ?? {};
  return {
    filter: {
      ...(facebookPageId === undefined ? {} : { facebookPageId }),
      ...(text === undefined ? {} : { text }),
      ...(from === undefined ? {} : { from: new Date(from) }),
      ...(to === undefined ? {} : { to: new Date(to) }),
    },
    first: first ?? null,
    expected: expected ?? null,
  };
}

function askedOf(change: Body['change']): GivenRequest['change'] {
  if (change.kind === 'slots') return { kind: 'slots', from: change.from === undefined ? null : new Date(change.from) };
  return change.kind === 'publish' ? { kind: 'publish', delaySeconds: change.delaySeconds ?? UNDO_SECONDS } : change;
}

const refused = (path: string, message: string) => InvalidInputError.of([{ path, message }]);
