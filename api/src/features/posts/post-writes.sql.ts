import type { Knex } from 'knex';
import { ownedBy, type Owner } from '../../db/owner.ts';
import { PAGE_REMOVED } from '../../networks/facebook/problems.ts';
import { ready } from '../../problems/ended-problem.ts';
import type { Problem } from '../../problems/problem.ts';
import { mayBeOutSql } from '../../problems/problem.sql.ts';
import type { PostStatus } from './post.ts';
import { GIVEN, KEPT, type Move, type Mover } from './post-move.ts';
import { ANY, MOVES, REMOVALS, type Given, type MoveName, type MovesBy } from './post-states.ts';

type OthersMove = Exclude<MoveName, MovesBy<'owner'>>;
/** Moves of an owner, with what each of them is given. */
export type OwnersMoves = { readonly [Name in MovesBy<'owner'>]?: Given<Name, Knex.Value> };
/** What a person writes, and where it goes: no part of a state. */
export type Written = {
  readonly [
    Column in 'content' | 'content_type' | 'tone' | 'keywords' | 'article' | 'facebook_page_id' | 'media_type'
  ]?: Knex.Value;
};

/** What else makes a post somebody's to move, by its statement's `p`. Whose post it is says `movingOf`. */
const FENCES: Record<Exclude<Mover, 'owner'>, string | null> = {
  loop: null,
  worker: 'p.id = $1 and p.lease_token = $2',
  automation: 'p.is_automatic',
};

/** Where the post `p` may make a move. */
function mayMove({ by, from }: { by: keyof typeof FENCES; from: readonly PostStatus[] }): string {
  const statuses = from.map((one) => `'${one}'`).join(', ');
  const status = from.length === 1 ? `p.status = ${statuses}` : `p.status in (${statuses})`;
  return FENCES[by] === null ? status : `${FENCES[by]} and ${status}`;
}

/** The post `p` is in the hands of the worker $1, $2. */
export const LEASED = mayMove(MOVES.renew);

/** The columns that a move changes, and to what. @param fromSql makes a value of what the move says itself */
function changes<Name extends MoveName, Value>(
  name: Name,
  given: Given<Name, Value>,
  fromSql: (sql: string) => Value,
): Record<string, Value> {
  const { to, sets }: Move = MOVES[name];
  const status = to === KEPT || to === GIVEN ? to : `'${to}'`;
  const columns: Record<string, Value> = {};
  for (const [column, effect] of Object.entries({ status, ...sets })) {
    if (effect === KEPT) continue;
    columns[column] = effect === GIVEN ? (given as Record<string, Value>)[column]! : fromSql(effect);
  }
  return columns;
}

interface Statement<Name extends MoveName> {
  /** SQL of what the move itself does not know. */
  readonly given: Given<Name, string>;
  /** Other tables and parts of the statement. */
  readonly from?: string;
  /** Which posts `p`; a worker's is the one of its lease. */
  readonly where?: string;
  /** The same statement has locked them where they are `movable`: that is not asked twice. */
  readonly isLocked?: boolean;
}

/** The statement that makes a move which is not its owner's, without what it returns. */
export function moveSql<Name extends OthersMove>(
  name: Name,
  { given, from, where, isLocked = false }: Statement<Name>,
): string {
  const set = Object.entries(changes(name, given, (sql) => sql)).map(([column, sql]) => `${column} = ${sql}`);
  const which = [...(isLocked ? [] : [movable(name)]), ...(where === undefined ? [] : [where])];
  return `update posts p set ${set.join(', ')}${from === undefined ? '' : ` from ${from}`} where
    ${which.join(' and ')}`;
}

/** Where the post `p` may be picked for a move that is not its owner's. */
export const movable = (name: OthersMove) => mayMove(MOVES[name]);

/** The same as a query of posts that is still to be narrowed down. */
export function moving<Name extends MovesBy<'loop'>>(
  db: Knex,
  name: Name,
  given: Given<Name, Knex.Value>,
): Knex.QueryBuilder {
  return db('posts')
    .whereIn('status', MOVES[name].from)
    .update(changes<Name, Knex.Value>(name, given, (sql) => db.raw(sql)));
}

/**
 * Moves of the owner's posts, made at once in one statement that is still to be narrowed down.
 * @param from of the statuses in which a post may make them all, those that count here
 * @param written goes with them
 */
export function movingOf(
  db: Knex,
  owner: Owner,
  moves: OwnersMoves,
  { from = ANY, written = {} }: { from?: readonly PostStatus[]; written?: Written } = {},
): Knex.QueryBuilder {
  const names = Object.keys(moves) as MovesBy<'owner'>[];
  const statuses: readonly PostStatus[] = from.filter((status) =>
    names.every((name) => MOVES[name].from.some((one) => one === status)),
  );
  if (statuses.length === 0) throw new Error(`Nothing makes ${names.join(' and ')} at once`);
  const columns = names.map((name) => changes(name, moves[name] as never, (sql): Knex.Value => db.raw(sql)));
  return ownedBy(db, 'posts', owner)
    .whereIn('status', statuses)
    .update(Object.assign({}, ...columns, written) as object);
}

/**
 * Ways out of the table, of the owner's posts, still to be narrowed down.
 * @param from of the statuses in which a post may go, those that count here
 */
export function removingOf(
  db: Knex,
  owner: Owner,
  name: Exclude<keyof typeof REMOVALS, 'drop'>,
  from: readonly PostStatus[] = ANY,
): Knex.QueryBuilder {
  const statuses = REMOVALS[name].from.filter((status) => from.includes(status));
  return ownedBy(db, 'posts', owner).whereIn('status', statuses).delete();
}

/** Where the post `p` is automation's to end: not what somebody has just asked for. */
export const IN_AUTOMATIONS_HANDS = `${mayMove(REMOVALS.drop)} and p.publish_now_at is null`;
/** Where it may be dropped: what may be out is never forgotten, so that nothing like it goes out unknowingly. */
export const DROPPABLE = `${IN_AUTOMATIONS_HANDS} and not ${mayBeOutSql('p')}`;
/** Removes posts that the same statement has locked where they are `DROPPABLE`. */
export const dropSql = (using: string, where: string) => `delete from posts p using ${using} where ${where}`;

/** What every new post says. */
type Needed = 'user_id' | 'environment' | 'target' | 'content' | 'content_type';
/** What its state needs besides. Nothing else of it is given: the defaults of the table are those of a post at rest. */
interface NeededOf {
  draft: never;
  scheduled: 'scheduled_at';
  publishing: 'scheduled_at' | 'lease_token' | 'lease_expires_at';
  published: 'published_at';
  failed: 'scheduled_at';
  missed: 'scheduled_at';
}

/**
 * New posts, without what the statement returns: one of `values`, or one for each row of `from`.
 * The product makes drafts and planned ones; the other states are for tests and figures.
 * @param values SQL of each column
 */
export function insertSql<Status extends PostStatus>(
  status: Status,
  values: Readonly<Record<Needed | NeededOf[Status], string> & Record<string, string>>,
  from?: string,
): string {
  const columns = Object.keys(values).join(', ');
  const rows = Object.values(values).join(', ');
  const source = from === undefined ? `values ('${status}', ${rows})` : `select '${status}', ${rows} from ${from}`;
  return `insert into posts (status, ${columns}) ${source}`;
}

/** A row of `table` with that number, where it is there still. */
const stillThere = (column: string, table: string) =>
  `'${column}', (select t.id from ${table} t where t.id = (b.before ->> '${column}')::bigint)`;
/** Planned for a moment that is over: it does not go out by surprise. */
const PASSED = "b.before ->> 'status' = 'scheduled' and (b.before ->> 'scheduled_at')::timestamptz <= now()";
const ON_REMOVED_PAGE = `b.before ->> 'status' = 'scheduled' and exists (select from facebook_pages g
  where g.id = (b.before ->> 'facebook_page_id')::bigint and g.removed_at is not null)`;
/** Its time stands in the drafts. */
const AS_DRAFT = `jsonb_build_object('status', 'draft', 'problem', null, 'is_held', false, 'wait_until', null)`;
const waitsForOwner = (status: 'failed' | 'missed', problem: Problem) =>
  `jsonb_build_object('status', '${status}', 'problem', '${JSON.stringify(problem)}'::jsonb, 'is_held', false,
    'wait_until', null)`;

/**
 * Posts that were deleted come back as they were, under their numbers, without what the statement returns: `r` is each
 * of them. One whose time or whose page is gone waits for its owner. What held others is seen anew.
 * @param from rows `b` with `before`, a row of posts as JSON
 * @param isDraft which of those that were planned come back as drafts
 */
export const bringBackSql = (from: string, isDraft: string) => `
  insert into posts overriding system value
  select r.* from ${from} cross join lateral jsonb_populate_record(null::posts, b.before
    || jsonb_build_object(${stillThere('facebook_page_id', 'facebook_pages')},
      ${stillThere('ai_call_id', 'ai_calls')}, ${stillThere('automation_slot_id', 'automation_slots')},
      ${stillThere('composition_id', 'compositions')})
    || case when ${ON_REMOVED_PAGE} then ${waitsForOwner('failed', PAGE_REMOVED)}
      when b.before ->> 'status' = 'scheduled' and ${isDraft} then ${AS_DRAFT}
      when ${PASSED} then ${waitsForOwner('missed', ready('time-passed'))}
      when (b.before ->> 'is_held')::boolean then jsonb_build_object('is_held', false, 'problem', null)
      else '{}' end) r`;

/** What happened to such posts before. @param from rows `b` with `events`, each a row as JSON */
export const bringBackEventsSql = (from: string) => `
  insert into post_events overriding system value select r.* from ${from}
    cross join lateral jsonb_populate_recordset(null::post_events, b.events) r`;

/** The columns of a row as named bindings, for `insertSql` by a statement that is given that row. */
export const boundBy = <Row extends object>(row: Row) =>
  Object.fromEntries(Object.keys(row).map((column) => [column, `:${column}`])) as Record<keyof Row, string>;
