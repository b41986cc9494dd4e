import type { Knex } from 'knex';
import type { GraphPageId, PageId, UserId } from '../../contract/ids.ts';
import { FACEBOOK } from '../../contract/networks.ts';
import { pauseKey } from '../../networks/pauses.sql.ts';
import { prepared } from '../../db/database.ts';
import type { Owner } from '../../db/owner.ts';
import type { SecretBox } from '../../db/secrets.ts';
import type { TokenFacts } from '../../facebook/facebook-accounts.ts';
import { isOverWithGoodToken } from './page-health.ts';
import { endsTooSoon } from '../../problems/page-problems.ts';
import type { PageProblem } from '../../problems/problem.ts';
import { readPageProblem } from '../../problems/stored-problem.ts';
import { tokenPlace } from './pages.repository.ts';

/** A page whose token is to be looked at. */
export interface PageToCheck {
  readonly id: PageId;
  readonly owner: Owner;
  readonly pageId: GraphPageId;
  readonly name: string;
  readonly canPublish: boolean;
  readonly token: string;
  /** The token as it lies in the database: tells whether it is still the same one. */
  readonly sealed: string;
}

interface CheckRow {
  id: PageId;
  user_id: UserId;
  environment: Owner['environment'];
  page_id: GraphPageId;
  name: string;
  can_publish: boolean;
  access_token: string;
}

/** How a check ended, and what was known before it. `stale`: the token was replaced or forgotten meanwhile. */
export type Recorded = { readonly problem: PageProblem | null; readonly isHealed: boolean } | 'stale';

/** A check that comes to no end, for whatever reason, is done again after this. */
const AGAIN_MINUTES = 15;

/**
 * A good page is looked at daily, and a day before its next post if that comes sooner, so that its owner has time;
 * one that posts wait for is looked at hourly, because what is wrong may be put right at Facebook alone.
 */
const NEXT_CHECK = `case
  when $2::jsonb is null then least(now() + interval '24 hours', (
    select case when min(scheduled_at) > now() + interval '24 hours' then min(scheduled_at) - interval '24 hours' end
    from posts where facebook_page_id = $1 and status = 'scheduled' and not is_held))
  when exists (select from posts where facebook_page_id = $1 and status = 'scheduled' and not is_held)
    or exists (select from posts where facebook_page_id = $1 and status = 'scheduled'
      and is_held) then now() + interval '1 hour'
  else now() + interval '24 hours' end`;

const CLAIM = `
  update facebook_pages set next_check_at = now() + interval '${AGAIN_MINUTES} minutes'
  where id in (
    select g.id from facebook_pages g
    where g.next_check_at <= now() and g.removed_at is null and g.access_token is not null
      and not exists (select from pauses z where z.scope = 'app'
        and z.key = '${pauseKey(FACEBOOK, '')}' || g.environment and z.paused_until > now())
    order by g.next_check_at limit $1 for no key update of g skip locked
  ) returning id, user_id, environment, page_id, name, can_publish, access_token`;

const OF_OWNER = `
  select id, user_id, environment, page_id, name, can_publish, access_token from facebook_pages
  where user_id = $1 and environment = $2 and removed_at is null and access_token is not null order by name, id`;

/**
 * $1: page, $2: problem, $3: can publish, $4: end of the token, $5: end of data access, $6: what to say when posts are
 * planned for after an end.
 */
const RECORD = `
  update facebook_pages set problem = $2::jsonb, is_connected = $2::jsonb is null, can_publish = $3,
    token_expires_at = $4, data_access_expires_at = $5,
    warning = case when exists (
      select from posts where facebook_page_id = $1 and status = 'scheduled' and not is_held
        and scheduled_at >= least($4::timestamptz, $5::timestamptz)
    ) then $6::jsonb end,
    token_checked_at = now(), next_check_at = ${NEXT_CHECK}, updated_at = now()
  where id = $1`;

/** Which pages are to be checked, and what came of it. */
export function pageChecksRepository(db: Knex, secrets: SecretBox) {
  const open = (row: CheckRow): PageToCheck => ({
    id: row.id,
    owner: { userId: row.user_id, environment: row.environment },
    pageId: row.page_id,
    name: row.name,
    canPublish: row.can_publish,
    token: secrets.open(row.access_token, tokenPlace(row.user_id, row.page_id)),
    sealed: row.access_token,
  });
  // A rotation of keys seals the same token anew.
  const isTokenOf = ({ sealed, token, owner, pageId }: PageToCheck, now: string | null): boolean =>
    now !== null && (now === sealed || secrets.open(now, tokenPlace(owner.userId, pageId)) === token);

  return {
    /** Pages whose check is due, longest first. No other process gets them. */
    async claim(limit: number): Promise<PageToCheck[]> {
      return (await prepared<CheckRow>(db, 'claim_page_checks', CLAIM, [limit])).map(open);
    },

    async ofOwner(owner: Owner): Promise<PageToCheck[]> {
      return (await prepared<CheckRow>(db, 'page_checks_of_owner', OF_OWNER, [owner.userId, owner.environment])).map(
        open,
      );
    },

    /**
     * Whether the token is still the page's: asked right before it is used, since a removal or the end of an account
     * forgets it at once.
     */
    async isCurrent(page: PageToCheck): Promise<boolean> {
      const row = await db<CheckRow>('facebook_pages').where({ id: page.id }).first('access_token');
      return row !== undefined && isTokenOf(page, row.access_token);
    },

    /**
     * Writes down what a check found, unless the token is another one by now. In a transaction of its caller,
     * which holds the page's posts in it: so a reconnection comes either before both or after both.
     */
    async record(
      trx: Knex.Transaction,
      page: PageToCheck,
      facts: TokenFacts,
      found: PageProblem | null,
      canPublish: boolean,
    ): Promise<Recorded> {
      // The clock first, as everybody does who decides for a page and its posts.
      await trx('page_clock').where({ facebook_page_id: page.id }).forUpdate().first('facebook_page_id');
      // No key: a post of the page that ends meanwhile refers to it, and must not wait for us while we wait for that
      // post.
      const row = await trx('facebook_pages')
        .where({ id: page.id })
        .forNoKeyUpdate()
        .first<{ access_token: string | null; problem: unknown } | undefined>('access_token', 'problem');
      if (row === undefined || !isTokenOf(page, row.access_token)) return 'stale';
      const known = readPageProblem(row.problem);
      const problem = outcome(known, found);
      await prepared(trx, 'record_page_check', RECORD, [
        page.id,
        problem === null ? null : JSON.stringify(problem),
        canPublish,
        facts.expiresAt,
        facts.dataAccessExpiresAt,
        JSON.stringify(endsTooSoon(page.name)),
      ]);
      return { problem, isHealed: known !== null && problem === null };
    },
  };
}
export type PageChecksRepository = ReturnType<typeof pageChecksRepository>;

/** What is the matter with a page of which `known` was known, and now `found`. */
function outcome(known: PageProblem | null, found: PageProblem | null): PageProblem | null {
  if (known === null) return found;
  if (found === null) return isOverWithGoodToken(known) ? null : known;
  // The one that was known may carry Facebook's own words and numbers.
  return known.code === found.code && isOverWithGoodToken(known) ? known : found;
}
