import { beginningOf } from '../../beginning-of.ts';
import type { WebhookBody, WebhookEventType } from '../../contract/webhook-events.ts';
import { presentProblem } from '../../problems/present-problem.ts';
import { reasonWords } from '../../problems/readers-words.ts';
import { PROBLEM_ACTION } from '../../contract/pages.ts';
import { CODE } from '../../problems/problem.ts';
import type { Fact } from '../outbox/outbox.repository.ts';
import { isStillTheirs, presentFact } from '../outbox/present-fact.ts';

const EXCERPT_LENGTH = 200;
const PAUSED_PAGE = 'page_paused';

/** What is told of a fact: everything but the number that it has in each webhook. */
export type ComposedEvent = Omit<WebhookBody, 'sequence'> & { readonly type: WebhookEventType };

const TYPES: Readonly<Record<string, WebhookEventType>> = {
  post_published: 'post.published',
  post_failed: 'post.failed',
  post_missed: 'post.missed',
  post_in_doubt: 'post.in_doubt',
  page_needs_reconnect: 'page.needs_reconnect',
  page_warning: 'page.warning',
  automation_stopped: 'automation.stopped',
  automation_waits_for_review: 'automation.waits_for_review',
  proposal_waits: 'proposal.waits',
  feed_unreadable: 'feed.unreadable',
  release_taken_back: 'release.taken_back',
};

/** @returns null for what no webhook is told */
export function composeEvent(fact: Fact, publicUrl: string, now: Date): ComposedEvent | null {
  const type = typeOf(fact);
  if (type === null || !isStillTheirs(fact)) return null;
  const { title, description, path } = presentFact(fact, { now });
  return {
    id: fact.uid,
    type,
    timestamp: fact.at.toISOString(),
    environment: fact.owner.environment,
    summary: [title, description].filter(Boolean).join('. '),
    link: new URL(path, publicUrl).href,
    data: dataOf(type, fact, now),
  };
}

export function typeOf({ kind, problem }: Pick<Fact, 'kind' | 'problem'>): WebhookEventType | null {
  const type = TYPES[kind] ?? null;
  return type === 'page.needs_reconnect' && problem?.action !== PROBLEM_ACTION.reconnect ? 'page.problem' : type;
}

function dataOf(type: WebhookEventType, fact: Fact, now: Date): Record<string, unknown> {
  switch (type) {
    case 'post.published':
      return { ...postOf(fact), publishedAt: publishedAt(fact), permalinkUrl: fact.params['permalinkUrl'] ?? null };
    case 'post.failed':
    case 'post.missed':
    case 'post.in_doubt':
      return { ...postOf(fact), problem: problemOf(fact, now) };
    case 'page.needs_reconnect':
    case 'page.problem':
    case 'page.warning':
    case 'automation.stopped':
      return { page: pageOf(fact), problem: problemOf(fact, now) };
    case 'automation.waits_for_review':
    case 'proposal.waits':
      return { page: pageOf(fact) };
    case 'feed.unreadable':
      return { page: pageOf(fact), problem: problemOf(fact, now), feed: feedOf(fact) };
    case 'release.taken_back':
      return { ...releaseOf(fact), problem: problemOf(fact, now) };
  }
}

function pageOf({ facebookPageId, pageName }: Fact) {
  return facebookPageId === null || pageName === null ? null : { id: facebookPageId, name: pageName };
}

function postOf(fact: Fact) {
  const { postId, postContent, postTarget } = fact;
  const excerpt = postContent === null ? null : beginningOf(postContent, EXCERPT_LENGTH);
  return { page: pageOf(fact), post: { id: postId, excerpt, publishPlatform: postTarget } };
}

function publishedAt({ params, at }: Fact): string {
  const said = new Date(String(params['publishedAt']));
  return (Number.isNaN(said.getTime()) ? at : said).toISOString();
}

function problemOf({ problem, at }: Fact, now: Date) {
  if (problem === null) return null;
  if (problem.code === PAUSED_PAGE) {
    const { code, action, params } = problem;
    return { code, action, message: params.reason === null ? '' : reasonWords(params.reason, at) };
  }
  const { code, action, message } = presentProblem(problem, { now });
  return { code, action, message };
}

function feedOf({ problem, params }: Fact) {
  const id = Number(params['feedId']);
  if (problem?.code !== CODE.feedUnreadable) return { id, title: '', host: '' };
  return { id, title: problem.params.title, host: problem.params.host };
}

function releaseOf({ problem }: Fact) {
  if (problem?.code !== CODE.takenBack) return { area: '', version: null };
  return { area: problem.params.area, version: problem.params.version };
}
