import type { Environment } from '../../contract/common.ts';
import type { PageId, UserId } from '../../contract/ids.ts';
import type { Owner } from '../../db/owner.ts';
import { fetchPicture, type Picture } from '../../facebook/fetch-picture.ts';
import type { FacebookApp } from '../../facebook/graph-client.ts';
import { noFacebookApp } from '../../facebook/no-facebook-app.ts';
import { patience } from '../../facebook/patience.ts';
import { NotFoundError } from '../../http/errors.ts';
import type { FacebookAccounts } from '../../facebook/facebook-accounts.ts';
import type { PageRights } from '../page-rights/page-rights.ts';
import type { Session } from '../../http/session.ts';
import type { PageChecksService } from './page-checks.service.ts';
import type { ConnectedPage, PagesRepository } from './pages.repository.ts';
import { connecting } from './connect-pages.ts';

export interface Deps {
  readonly pages: PagesRepository;
  readonly facebookAccounts: FacebookAccounts;
  readonly checks: PageChecksService;
  /** The person's own long-lived token, or null. */
  userToken(userId: UserId): Promise<string | null>;
  facebookApp(environment: Environment): FacebookApp | null;
  readonly mayOnPage: PageRights['mayOnPage'];
  /** Posts that waited for these pages may go out again. */
  releasePages(pageIds: readonly PageId[]): Promise<void>;
  /**
   * Takes the posts of a page off its schedule and removes the page, or throws ConflictError while one is on its way
   * out.
   */
  removeWithPosts(
    author: Owner | Session,
    page: { readonly id: PageId; readonly name: string | null },
  ): Promise<boolean>;
}

export function pagesService(deps: Deps) {
  const { pages, facebookAccounts, checks, facebookApp, removeWithPosts, mayOnPage } = deps;

  function appOf(owner: Owner): FacebookApp {
    const app = facebookApp(owner.environment);
    if (app === null) throw noFacebookApp();
    return app;
  }

  return {
    ...connecting({ ...deps, appOf }),

    list: (owner: Owner) => pages.list(owner),

    /**
     * The picture of a page, null where there is none: that is no trouble, the screen shows initials.
     * @throws NotFoundError for a page that is neither the caller's nor shared with them
     */
    async picture(owner: Owner, id: PageId): Promise<Picture | null> {
      const right = await mayOnPage(owner, id, 'see');
      if (right === null) throw new NotFoundError('This page no longer exists.');
      const [app, stored] = [facebookApp(owner.environment), await pages.forPublishing(id)];
      if (app === null || stored === null || stored.token === null) return null;
      try {
        const url = await facebookAccounts.pictureUrl(app, stored.token, right.graphPageId);
        return url === null ? null : await fetchPicture(url);
      } catch {
        return null;
      }
    },

    /** Asks Facebook about every token. Where Facebook does not answer, what was known stands. */
    async checkAll(owner: Owner): Promise<ConnectedPage[]> {
      await checks.checkOwner(owner, appOf(owner), patience());
      return pages.list(owner);
    },

    /**
     * @throws NotFoundError when it is gone or not the caller's; ForbiddenError for one that is shared with them;
     * ConflictError while a post of it is being published
     */
    async remove(author: Owner | Session, id: PageId): Promise<void> {
      const page = await mayOnPage(author, id, 'manage');
      if (!(await removeWithPosts(author, { id, name: page?.pageName ?? null })))
        throw new NotFoundError("This page isn't connected.");
    },
  };
}
export type PagesService = ReturnType<typeof pagesService>;
