import Router from '@koa/router';
import { done } from '../../contract/common.ts';
import * as contract from '../../contract/notifications.ts';
import { handle } from '../../http/handle.ts';
import type { PageWarningsRepository } from '../pages/page-warnings.repository.ts';
import type { Notification, NotificationsRepository } from './notifications.repository.ts';
import { present } from './notifications.present.ts';

const SHOWN = 50;

interface Deps {
  readonly notifications: NotificationsRepository;
  /** What pages stand in the way of. */
  readonly warnings: Pick<PageWarningsRepository, 'list'>;
}

export function notificationsRoutes({ notifications, warnings }: Deps): Router {
  const router = new Router();

  handle(router, contract.listNotifications, async ({ session, request }) => {
    const [newest, unread] = await Promise.all([notifications.newest(session, SHOWN), notifications.unread(session)]);
    const troubled = troubledPages(newest);
    const hindrances = troubled.size > 0 ? await warnings.list(session) : [];
    const { timeZone } = request;
    return {
      unread,
      notifications: newest.map((notification) =>
        present(notification, {
          timeZone,
          isOver: !troubled.has(notification.id),
          warning: troubled.has(notification.id)
            ? (hindrances.find(({ facebookPageId }) => facebookPageId === notification.facebookPageId) ?? null)
            : null,
        }),
      ),
    };
  });

  handle(router, contract.readNotifications, async ({ session, body }) => {
    await notifications.read(session, body.ids ?? null);
    return done;
  });

  return router;
}

/**
 * The ids of notifications about what is wrong with a page at this moment: of each page that is not well the newest.
 */
function troubledPages(newest: readonly Notification[]): ReadonlySet<number> {
  const byPage = new Map<number | null, number>();
  for (const { id, kind, facebookPageId, isPageWell } of newest) {
    if (kind === 'page' && !isPageWell && !byPage.has(facebookPageId)) byPage.set(facebookPageId, id);
  }
  return new Set(byPage.values());
}
