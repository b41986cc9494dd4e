import type Koa from 'koa';
import type { Context } from 'koa';
import * as contract from '../contract/index.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import type { TokenScope } from '../contract/token-scopes.ts';
import { ForbiddenError, NotFoundError } from './errors.ts';
import type { Session } from './session.ts';

interface Given {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** What can be named by an id in an address, and stands on pages. */
export type Subject = 'post' | 'composition' | 'page';

/** What a thing is, where all of it is on the pages that count; null where it is not, or not there. */
export type FindSubject = (
  session: Session,
  subject: Subject,
  id: number,
) => Promise<{ readonly statuses: readonly string[] } | null>;

const FIND = 'findTokenSubject';

/** Lends what knows on which pages things are to the calls of programs. */
export function lendSubjects(server: Koa, find: FindSubject): void {
  server.context[FIND] = find;
}

const BY_STATUS: Readonly<Record<string, TokenScope>> = {
  draft: 'draft',
  scheduled: 'schedule',
  published: 'publish',
};

/** Calls whose body says how far they go: as a draft, at a time, or at once. */
const MAKING: ReadonlySet<Endpoint> = new Set<Endpoint>([contract.createPost]);
/** Calls that change or delete: what is planned already needs as much as planning it. */
const CHANGING: ReadonlySet<Endpoint> = new Set<Endpoint>([
  contract.updatePost,
  contract.deletePost,
  contract.deleteComposition,
]);

/** Calls that make posts and know nothing of what is there already: those are for people. */
const MAKING_UNSEEN: ReadonlySet<Endpoint> = new Set<Endpoint>([
  contract.createComposition,
  contract.updateComposition,
  contract.duplicatePost,
  contract.publishMediaPost,
  contract.createRecurrence,
  contract.updateRecurrence,
  // What a person took away comes back with it, whatever has been posted in its place since.
  contract.undoBulkChange,
]);

/** @throws ForbiddenError that says what to send instead */
export function refuseMakingUnseen(endpoint: Endpoint): void {
  if (MAKING_UNSEEN.has(endpoint)) throw new ForbiddenError(`Nothing was done. Tokens can't do this. ${POST_IT}`, TO);
}

const POST_IT = 'Send the text with POST /api/posts or POST /api/proposals: the same post is made once.';
const TO = { proposals: '/api/proposals' };

/** A scope that the body may ask for in the place of the one that the contract names. */
export const mayNeedAnother = (endpoint: Endpoint): boolean =>
  MAKING.has(endpoint) || CHANGING.has(endpoint) || endpoint === contract.changeManyPosts;

/**
 * What a call of a program has to pass once its input is read: the scope that fits what it does, and no page and
 * nothing on a page beyond those of its token.
 * @throws ForbiddenError, or NotFoundError that says no more of what is there than of what is not
 */
export async function checkTokenInput(ctx: Context, endpoint: Endpoint, session: Session, given: Given): Promise<void> {
  if (session.token === null) return;
  const { onlyPages } = session;
  const subject = subjectOf(endpoint, given.params);
  if (onlyPages) refusePagesBeyond(onlyPages, endpoint, given);
  const found =
    subject === null || !(onlyPages || CHANGING.has(endpoint) || endpoint === contract.publishPost)
      ? { statuses: [] }
      : await (ctx[FIND] as FindSubject)(session, subject.kind, subject.id);
  if (found === null) throw new NotFoundError(NOT_THERE);
  const scope = scopeFor(endpoint, given, found.statuses);
  // Which posts these are is known once they are found; whoever deletes any may do one of the two.
  const isEnough = isDeletionOfMany(endpoint, given) && whyNot(session, 'draft') === null;
  if (!isEnough) needScope(session, scope);
  refuseDraftGoingOut(endpoint, session, scope, found.statuses);
}

/**
 * A draft is not compared with what is planned or out already: what a program wants to go out, it posts or proposes,
 * and the same is made once.
 */
function refuseDraftGoingOut(
  endpoint: Endpoint,
  session: Session,
  scope: TokenScope | null,
  statuses: readonly string[],
): void {
  const goesOut = endpoint === contract.publishPost || (endpoint === contract.updatePost && scope === 'schedule');
  if (goesOut) leaveDraftsToPeople(session, statuses);
}

/** Writing and deleting a post of this status takes as much as making it what it is. */
const scopeOfStatus = (status: string): TokenScope => BY_STATUS[status] ?? 'schedule';

/**
 * Deleting many takes what deleting each of them takes, in the state in which it is.
 * @throws ForbiddenError for a program that may not delete one of them
 */
export function needDeletable(session: Pick<Session, 'token'>, statuses: readonly string[]): void {
  for (const status of new Set(statuses)) needScope(session, scopeOfStatus(status));
}

/**
 * In which of these states a program may change or delete a post at the moment it does, whatever it was when it
 * asked.
 * @param bringsOut it is to go out by this change
 */
export function openTo<Status extends string>(
  { token }: Pick<Session, 'token'>,
  statuses: readonly Status[],
  bringsOut: boolean,
): readonly Status[] {
  if (token === null) return statuses;
  if (bringsOut) return statuses.filter((status) => status !== 'draft');
  return statuses.filter((status) => whyNot({ token }, scopeOfStatus(status)) === null);
}

/** @throws ForbiddenError for a program that would bring one of these out, as if a person had finished it */
export function leaveDraftsToPeople({ token }: Pick<Session, 'token'>, statuses: readonly string[]): void {
  if (token !== null && statuses.includes('draft'))
    throw new ForbiddenError(`Nothing was done. Programs leave drafts to people. ${POST_IT}`, TO);
}

const NOT_THERE = 'There is no such thing on the pages of this token.';

/**
 * A token whose posts need approval brings none of them out, nor plans them: what it would like to be published, it
 * proposes.
 * @throws ForbiddenError that says what is missing
 */
export function needScope(
  session: Pick<Session, 'token'>,
  scope: TokenScope | null,
  endpoint: Endpoint | null = null,
): void {
  const refusal = whyNot(session, scope, endpoint);
  if (refusal !== null) throw refusal;
}

/** What the people whose programs these are can do themselves. */
const BY_HAND: ReadonlyMap<Endpoint | null, string> = new Map([
  [contract.importSheet, ' You can also import the file yourself, in Pagecast under Scheduled Posts.'],
]);

function whyNot(
  { token }: Pick<Session, 'token'>,
  scope: TokenScope | null,
  endpoint: Endpoint | null = null,
): ForbiddenError | null {
  if (token === null || scope === null) return null;
  const goesOut = scope === 'schedule' || scope === 'publish';
  if (token.needsApproval && goesOut)
    return new ForbiddenError(
      `Nothing was done. Posts by the token "${token.name}" need approval by a person. ` +
        'Let it propose each post (POST /api/proposals), and approve them in Pagecast.' +
        (BY_HAND.get(endpoint) ?? ''),
      TO,
    );
  // Limits are counted where posts are proposed, and what is within them goes out from there at once.
  if (token.trust !== null && goesOut)
    return new ForbiddenError(
      `Nothing was done. Posts by the token "${token.name}" have limits. Let it propose each post ` +
        '(POST /api/proposals): what is within the limits is accepted at once.' +
        (BY_HAND.get(endpoint) ?? ''),
      TO,
    );
  if (token.scopes.includes(scope)) return null;
  return new ForbiddenError(`The token "${token.name}" doesn't have the scope "${scope}", which this call needs.`, {
    scope,
  });
}

const kindOfMany = (body: unknown) => (body as { change?: { kind?: unknown } } | undefined)?.change?.kind;
const isDeletionOfMany = (endpoint: Endpoint, { body }: Given): boolean =>
  endpoint === contract.changeManyPosts && kindOfMany(body) === 'delete';

function scopeFor(endpoint: Endpoint, { query, body }: Given, statuses: readonly string[]): TokenScope | null {
  const asked = { ...(query as object), ...(body as object) } as Record<string, unknown>;
  if (endpoint === contract.changeManyPosts) return kindOfMany(body) === 'publish' ? 'publish' : 'schedule';
  if (MAKING.has(endpoint)) return BY_STATUS[String(asked['status'])] ?? 'publish';
  if (!CHANGING.has(endpoint)) return endpoint.scope ?? null;
  if (endpoint === contract.deletePost && (asked['onFacebook'] === 'true' || statuses.includes('published')))
    return 'publish';
  const isPlanned = (asked['scheduledAt'] ?? null) !== null || asked['nextSlot'] !== undefined;
  return isPlanned || statuses.some((status) => status !== 'draft') ? 'schedule' : 'draft';
}

const SUBJECTS: readonly [RegExp, Subject][] = [
  [/^\/api\/posts\/:id(\/|$)/, 'post'],
  [/^\/api\/compositions\/:id(\/|$)/, 'composition'],
  [/^\/api\/(pages|facebook-pages|link-limits)\/:id(\/|$)/, 'page'],
];

/** What the id in the address of a call names, where that stands on pages. */
function subjectOf({ path }: Endpoint, params: unknown): { kind: Subject; id: number } | null {
  const kind = SUBJECTS.find(([pattern]) => pattern.test(path))?.[1];
  return kind === undefined ? null : { kind, id: (params as { id: number }).id };
}

/** By these names bodies and queries name pages, by our numbers. */
const PAGE_FIELDS: ReadonlySet<string> = new Set(['facebookPageId', 'pageId', 'pageIds']);

function refusePagesBeyond(onlyPages: readonly number[], endpoint: Endpoint, { query, body }: Given): void {
  const named = [...pagesIn(query), ...pagesIn(body)];
  if (named.some((id) => !onlyPages.includes(id))) throw new NotFoundError(NOT_THERE);
  if (MAKING.has(endpoint) && named.length === 0)
    throw new ForbiddenError('The token is for some of your pages: say which of them the post is for.');
}

function pagesIn(value: unknown): number[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]: [string, unknown]) => {
    if (PAGE_FIELDS.has(name)) return (Array.isArray(part) ? part : [part]).filter((id) => typeof id === 'number');
    return pagesIn(part);
  });
}
