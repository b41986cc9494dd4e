import * as z from 'zod';
import type { GraphPageId } from '../contract/ids.ts';
import { appToken, type FacebookApp, type GraphClient } from './graph-client.ts';
import { GraphError } from './graph-errors.ts';
import type { Patience } from './patience.ts';

const idText = z.union([z.string(), z.number()]).transform(String);

/** Facebook writes numbers as text now and then; one that cannot be read is one that it did not tell. */
const number = z.coerce.number().optional().catch(undefined);

const DebuggedToken = z.object({
  data: z.object({
    app_id: idText.optional(),
    is_valid: z.boolean(),
    user_id: idText.optional(),
    profile_id: idText.brand<'GraphPageId'>().optional(),
    expires_at: number,
    data_access_expires_at: number,
    scopes: z.array(z.string()).default([]),
    granular_scopes: z.array(z.object({ scope: z.string(), target_ids: z.array(idText).optional() })).default([]),
    error: z.object({ subcode: number, error_subcode: number }).optional().catch(undefined),
  }),
});

/** What a token is good for, as the app that asks sees it. */
export interface TokenFacts {
  readonly isValid: boolean;
  /** Null when Facebook does not say, as of a token that it does not know. */
  readonly appId: string | null;
  /** Facebook tells nothing about it but that it was given to another app. */
  readonly isOtherApps: boolean;
  readonly userId: string | null;
  /** The page whose token it is; null of a person's. */
  readonly pageId: GraphPageId | null;
  readonly scopes: readonly string[];
  /** Permissions that hold for some pages only, with the ids of these. */
  readonly pagesOfScope: ReadonlyMap<string, readonly string[]>;
  /** Null: never. */
  readonly expiresAt: Date | null;
  readonly dataAccessExpiresAt: Date | null;
  /** Why it is not valid, where Facebook says so precisely. */
  readonly subcode: number | null;
}

/** Facebook's code for a token that another app was given; as for any parameter that makes no sense to it. */
const NO_TOKEN_OF_OURS = 100;

const OTHER_APPS: TokenFacts = {
  isValid: false,
  appId: null,
  isOtherApps: true,
  userId: null,
  pageId: null,
  scopes: [],
  pagesOfScope: new Map(),
  expiresAt: null,
  dataAccessExpiresAt: null,
  subcode: null,
};

/** Half of what Facebook lists at most: of accounts with very many pages it asks for less data. */
const PAGES_AT_ONCE = 50;

const PageOfUser = z.object({
  id: z.string().brand<'GraphPageId'>(),
  name: z.string(),
  access_token: z.string().optional(),
  category: z.string().nullish(),
  tasks: z.array(z.string()).optional(),
});
export type PageOfUser = z.infer<typeof PageOfUser>;

/** What nobody waits for is tried once more, calmly. */
const tries = (patience: Patience | undefined) => (patience === undefined ? { retries: 1 } : { patience });

/**
 * What Facebook says about people, their tokens and their pages. Where somebody waits for it, `patience` says how long.
 */
export function facebookAccounts(graph: GraphClient) {
  return {
    ...tokens(graph),
    ...pagesOfPeople(graph),

    async me(app: FacebookApp, token: string, patience?: Patience) {
      return graph.get({
        path: 'me',
        params: { fields: 'id,name,first_name,last_name,email' },
        token,
        app,
        ...tries(patience),
        answer: z.object({
          id: z.string(),
          name: z.string(),
          first_name: z.string().optional(),
          last_name: z.string().optional(),
          email: z.string().optional(),
        }),
      });
    },

    /** Address of the person's picture; null when Facebook has only a silhouette. */
    async pictureUrl(app: FacebookApp, token: string, facebookId: string): Promise<string | null> {
      const { data } = await graph.get({
        path: `${facebookId}/picture`,
        params: { redirect: false, type: 'normal' },
        token,
        app,
        answer: z.object({ data: z.object({ url: z.url(), is_silhouette: z.boolean().optional() }) }),
      });
      return data.is_silhouette === true ? null : data.url;
    },
  };
}

/** What tokens open, and how long. */
function tokens(graph: GraphClient) {
  return {
    /** An unknown token, or one of another app, is invalid, not an error. */
    async inspect(app: FacebookApp, token: string, patience?: Patience): Promise<TokenFacts> {
      const data = await graph
        .get({
          path: 'debug_token',
          params: { input_token: token },
          token: appToken(app),
          app: null,
          answer: DebuggedToken,
          ...tries(patience),
        })
        .then(
          (reply) => reply.data,
          (error: unknown) => {
            if (error instanceof GraphError && error.details.code === NO_TOKEN_OF_OURS) return null;
            throw error;
          },
        );
      if (data === null) return OTHER_APPS;
      return {
        isValid: data.is_valid,
        appId: data.app_id ?? null,
        isOtherApps: false,
        userId: data.user_id ?? null,
        pageId: data.profile_id ?? null,
        scopes: data.scopes,
        pagesOfScope: new Map(
          data.granular_scopes.flatMap(({ scope, target_ids: ids }) => (ids === undefined ? [] : [[scope, ids]])),
        ),
        expiresAt: instant(data.expires_at),
        dataAccessExpiresAt: instant(data.data_access_expires_at),
        subcode: data.error?.subcode ?? data.error?.error_subcode ?? null,
      };
    },

    /** A token of about 60 days for one of two hours. */
    async extend(
      app: FacebookApp,
      token: string,
      patience?: Patience,
    ): Promise<{ value: string; expiresAt: Date | null }> {
      const reply = await graph.get({
        path: 'oauth/access_token',
        token: null,
        app: null,
        params: {
          grant_type: 'fb_exchange_token',
          client_id: app.appId,
          client_secret: app.appSecret,
          fb_exchange_token: token,
        },
        answer: z.object({ access_token: z.string().min(1), expires_in: number }),
        ...tries(patience),
      });
      return {
        value: reply.access_token,
        expiresAt: reply.expires_in === undefined ? null : new Date(Date.now() + reply.expires_in * 1000),
      };
    },
  };
}

/** The pages that a token reaches. */
function pagesOfPeople(graph: GraphClient) {
  return {
    /** Every page of the person, to the last one. */
    async pages(app: FacebookApp, token: string, patience?: Patience): Promise<PageOfUser[]> {
      return graph.list({
        path: 'me/accounts',
        params: { fields: 'id,name,access_token,category,tasks', limit: PAGES_AT_ONCE },
        token,
        app,
        answer: PageOfUser,
        ...tries(patience),
      });
    },

    /**
     * A page as a token sees it, with the page's own token that goes with that one; null when the token does not reach
     * the page.
     */
    async page(
      app: FacebookApp,
      token: string,
      pageId: GraphPageId,
      patience?: Patience,
    ): Promise<{ id: GraphPageId; name: string; category: string | null; accessToken: string | null } | null> {
      try {
        const page = await graph.get({
          path: pageId,
          params: { fields: 'id,name,category,access_token' },
          token,
          app,
          answer: z.object({
            id: z.string().brand<'GraphPageId'>(),
            name: z.string(),
            category: z.string().nullish(),
            access_token: z.string().optional(),
          }),
          ...tries(patience),
        });
        return {
          id: page.id,
          name: page.name,
          category: page.category ?? null,
          accessToken: page.access_token ?? null,
        };
      } catch (error) {
        if (error instanceof GraphError && !['transient', 'rate-limited', 'unknown'].includes(error.kind)) return null;
        throw error;
      }
    },
  };
}
export type FacebookAccounts = ReturnType<typeof facebookAccounts>;

/** Facebook writes seconds, and 0 for never. */
function instant(seconds: number | undefined): Date | null {
  return seconds === undefined || seconds === 0 ? null : new Date(seconds * 1000);
}
