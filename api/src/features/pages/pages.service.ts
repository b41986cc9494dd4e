import type { Environment } from '../../contract/common.ts';
import type { GraphPageId, PageId, UserId } from '../../contract/ids.ts';
import type { Owner } from '../../db/owner.ts';
import { fetchPicture, type Picture } from '../../facebook/fetch-picture.ts';
import type { FacebookApp } from '../../facebook/graph-client.ts';
import { GraphError, GraphTransportError } from '../../facebook/graph-errors.ts';
import { noFacebookApp } from '../../facebook/no-facebook-app.ts';
import { patience, type Patience } from '../../facebook/patience.ts';
import { InvalidInputError, NotFoundError, UpstreamError } from '../../http/errors.ts';
import type { FacebookAccounts, PageOfUser, TokenFacts } from '../../facebook/facebook-accounts.ts';
import type { PageChecksService } from './page-checks.service.ts';
import { problemOf, PUBLISHING_TASK } from './page-health.ts';
import type { ConnectedPage, NewPage, PagesRepository } from './pages.repository.ts';

interface Deps {
  readonly pages: PagesRepository;
  readonly facebook: FacebookAccounts;
  readonly checks: PageChecksService;
  /** The person's own long-lived token, or null. */
  userToken(userId: UserId): Promise<string | null>;
  facebookApp(environment: Environment): FacebookApp | null;
  /** Posts that waited for these pages may go out again. */
  releasePages(pageIds: readonly PageId[]): Promise<void>;
  /** Takes the posts of a page off its schedule and removes the page, or throws ConflictError while one is on its way out. */
  removeWithPosts(owner: Owner, pageId: PageId): Promise<boolean>;
}

export function pagesService({ pages, facebook, checks, userToken, facebookApp, releasePages, removeWithPosts }: Deps) {
  function appOf(owner: Owner): FacebookApp {
    const app = facebookApp(owner.environment);
    if (app === null) throw noFacebookApp();
    return app;
  }

  async function releaseWorking(saved: readonly ConnectedPage[]): Promise<void> {
    const working = saved.filter((page) => page.problem === null).map((page) => page.id);
    if (working.length > 0) await releasePages(working);
  }

  /**
   * The page that a confirmed token is for, with a token to keep. A browser's page tokens end with its login, within two hours;
   * that which goes with the person's long-lived token does not end by itself.
   */
  async function lasting(
    owner: Owner,
    app: FacebookApp,
    claim: { pageId: GraphPageId; accessToken: string },
    token: TokenFacts,
    waiting: Patience,
  ) {
    const own = token.expiresAt === null ? null : await userToken(owner.userId);
    const page = own === null ? null : await facebook.page(app, own, claim.pageId, waiting);
    if (page?.accessToken != null) return { ...page, accessToken: page.accessToken, expiresAt: null };
    const claimed = await facebook.page(app, claim.accessToken, claim.pageId, waiting);
    return claimed === null ? null : { ...claimed, accessToken: claim.accessToken, expiresAt: token.expiresAt };
  }

  return {
    list: (owner: Owner) => pages.list(owner),

    /** The picture of a page, null where there is none: that is no trouble, the screen shows initials. @throws NotFoundError for a page that is not the caller's */
    async picture(owner: Owner, id: PageId): Promise<Picture | null> {
      const page = await pages.find(owner, id);
      if (page === null) throw new NotFoundError('This page does not exist.');
      const [app, stored] = [facebookApp(owner.environment), await pages.forPublishing(id)];
      if (app === null || stored === null || stored.token === null) return null;
      try {
        const url = await facebook.pictureUrl(app, stored.token, page.pageId);
        return url === null ? null : await fetchPicture(url);
      } catch {
        return null;
      }
    },

    /**
     * Stores the pages that Facebook listed at login, and takes up again what waited for them.
     * @param seen what Facebook said about the person's own token, which those of the pages come from
     */
    async saveAll(owner: Owner, found: readonly PageOfUser[], seen: TokenFacts): Promise<void> {
      const { appId } = appOf(owner);
      const saved = await pages.save(
        owner,
        found.flatMap((page): NewPage[] => {
          if (page.access_token === undefined) return [];
          const canPublish = page.tasks === undefined || page.tasks.includes(PUBLISHING_TASK);
          return [
            {
              pageId: page.id,
              name: page.name,
              category: page.category ?? null,
              accessToken: page.access_token,
              canPublish,
              problem: problemOf(seen, { pageId: page.id, name: page.name, canPublish }, appId),
              dataAccessExpiresAt: seen.dataAccessExpiresAt,
              // Made from that token just now, so what holds for it holds for them: a call for each would only eat the app's budget.
              isChecked: true,
            },
          ];
        }),
      );
      await releaseWorking(saved);
    },

    /**
     * Connects one page, once Facebook confirms that the token is this app's, this page's and this person's.
     * @throws InvalidInputError when it does not
     */
    async connect(
      owner: Owner & { facebookId: string },
      claim: { pageId: GraphPageId; name: string; accessToken: string },
    ): Promise<ConnectedPage> {
      const app = appOf(owner);
      const waiting = patience();
      try {
        const token = await facebook.inspect(app, claim.accessToken, waiting);
        const isTheirs =
          token.isValid &&
          token.appId === app.appId &&
          token.pageId === claim.pageId &&
          token.userId === owner.facebookId;
        const page = isTheirs ? await lasting(owner, app, claim, token, waiting) : null;
        if (page === null)
          throw InvalidInputError.of([
            { path: 'accessToken', message: `Facebook does not confirm this token for the page ${claim.name}` },
          ]);
        const known = (await pages.list(owner)).find((candidate) => candidate.pageId === page.id);
        const canPublish = known?.canPublish ?? true;
        const [saved] = await pages.save(owner, [
          {
            pageId: page.id,
            name: page.name,
            category: page.category,
            accessToken: page.accessToken,
            canPublish,
            problem: problemOf(token, { pageId: page.id, name: page.name, canPublish }, app.appId),
            tokenExpiresAt: page.expiresAt,
            dataAccessExpiresAt: token.dataAccessExpiresAt,
          },
        ]);
        if (saved === undefined) throw new Error('The page was not stored');
        await releaseWorking([saved]);
        return saved;
      } catch (error) {
        if (error instanceof GraphError || error instanceof GraphTransportError) {
          throw new UpstreamError(
            'Facebook does not answer right now. Please try again in a minute.',
            {},
            { cause: error },
          );
        }
        throw error;
      }
    },

    /** Asks Facebook about every token. Where Facebook does not answer, what was known stands. */
    async checkAll(owner: Owner): Promise<ConnectedPage[]> {
      await checks.checkOwner(owner, appOf(owner), patience());
      return pages.list(owner);
    },

    /** @throws NotFoundError when it is gone or not the caller's; ConflictError while a post of it is being published */
    async remove(owner: Owner, id: PageId): Promise<void> {
      if (!(await removeWithPosts(owner, id))) throw new NotFoundError('This page is not connected.');
    },
  };
}
export type PagesService = ReturnType<typeof pagesService>;
