import type { GraphPageId } from '../../contract/ids.ts';
import type { Owner } from '../../db/owner.ts';
import type { FacebookApp } from '../../facebook/graph-client.ts';
import { GraphError, GraphTransportError } from '../../facebook/graph-errors.ts';
import { patience, type Patience } from '../../facebook/patience.ts';
import { InvalidInputError, UpstreamError } from '../../http/errors.ts';
import type { PageOfUser, TokenFacts } from '../../facebook/facebook-accounts.ts';
import { problemOf, PUBLISHING_TASK } from './page-health.ts';
import type { ConnectedPage, NewPage } from './pages.repository.ts';
import type { Deps } from './pages.service.ts';

interface Connecting extends Deps {
  /** @throws UnavailableError where the environment has no app */
  appOf(owner: Owner): FacebookApp;
}

/** Pages as they come in: with a login, or one by one. */
export function connecting(deps: Connecting) {
  const { pages, releasePages, appOf } = deps;

  async function releaseWorking(saved: readonly ConnectedPage[]): Promise<void> {
    const working = saved.filter((page) => page.problem === null).map((page) => page.id);
    if (working.length > 0) await releasePages(working);
  }

  return {
    ...connectingOne({ ...deps, releaseWorking }),

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
              // Made from that token just now, so what holds for it holds for them: a call for each would only eat the
              // app's budget.
              isChecked: true,
            },
          ];
        }),
      );
      await releaseWorking(saved);
    },
  };
}

/** One page by a token of its own, which Facebook is asked about. */
function connectingOne(deps: Connecting & { releaseWorking(saved: readonly ConnectedPage[]): Promise<void> }) {
  const { pages, facebookAccounts, appOf, releaseWorking } = deps;
  const { lasting } = lastingTokens(deps);
  return {
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
        const token = await facebookAccounts.inspect(app, claim.accessToken, waiting);
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
            "Facebook isn't responding right now. Please try again in a minute.",
            {},
            { cause: error },
          );
        }
        throw error;
      }
    },
  };
}

/** Tokens of pages that outlive the login of a browser. */
function lastingTokens({ facebookAccounts, userToken }: Connecting) {
  /**
   * The page that a confirmed token is for, with a token to keep. A browser's page tokens end with its login, within
   * two hours; that which goes with the person's long-lived token does not end by itself.
   */
  async function lasting(
    owner: Owner,
    app: FacebookApp,
    claim: { pageId: GraphPageId; accessToken: string },
    token: TokenFacts,
    waiting: Patience,
  ) {
    const own = token.expiresAt === null ? null : await userToken(owner.userId);
    const page = own === null ? null : await facebookAccounts.page(app, own, claim.pageId, waiting);
    if (page?.accessToken != null) return { ...page, accessToken: page.accessToken, expiresAt: null };
    const claimed = await facebookAccounts.page(app, claim.accessToken, claim.pageId, waiting);
    return claimed === null ? null : { ...claimed, accessToken: claim.accessToken, expiresAt: token.expiresAt };
  }

  return { lasting };
}
