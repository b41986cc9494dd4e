import { beginningOf } from '../../beginning-of.ts';
import { CODE, type ProblemOf } from '../../problems/problem.ts';
import { presentProblem } from '../../problems/present-problem.ts';
import { reasonWords } from '../../problems/readers-words.ts';
import { unturned } from '../../unturned.ts';
import type { Fact } from './outbox.repository.ts';

const EXCERPT_LENGTH = 80;
export const LOST_WORK_TITLE = 'Some recent changes may be lost';
export const UNREADABLE_FEED_TITLE = "A feed can't be read";
export const CHANGED_SCHEDULE_TITLE = 'An administrator changed your schedule';
/** Where exports of a person's data are. */
export const DATA_PATH = '/settings#data';
/** Where people decide about what is proposed. */
export const INBOX_PATH = '/super-generator?inbox=waiting';
/** Where feeds are followed. */
export const FEEDS_PATH = '/content-generator/feeds';
const PAUSED_PAGE = 'page_paused';

export interface FactWords {
  readonly title: string;
  /** What to know or to do; empty where the title says it all. */
  readonly description: string;
  /** Where it is dealt with, from the product's origin on. */
  readonly path: string;
}

/** Whoever no longer works with a page is not told what its people have to decide. */
export function isStillTheirs({ kind, pageName }: Pick<Fact, 'kind' | 'pageName'>): boolean {
  return kind !== 'proposal_waits' || pageName !== null;
}

/** What is told of a fact, in words for its owner. What people wrote is in them, and turns none of ours around. */
export function presentFact(fact: Fact, { now }: { readonly now: Date }): FactWords {
  const { title, description, path } = wordsOf(fact, now);
  return { title: unturned(title), description: unturned(description), path };
}

function wordsOf(fact: Fact, now: Date): FactWords {
  const page = fact.pageName ?? (fact.facebookPageId === null ? 'the tech site' : 'a removed page');
  const reason = reasonOf(fact, now);
  const post = { path: fact.postId === null ? '/scheduled' : `/scheduled?post=${fact.postId}` };
  switch (fact.kind) {
    case 'post_published':
      return { ...post, path: '/history', title: `A post on ${page} was published`, description: aboutPost(fact, '') };
    case 'post_failed':
      return { ...post, title: `A post on ${page} was not published`, description: aboutPost(fact, reason) };
    case 'post_missed':
      return { ...post, title: `A post on ${page} was missed`, description: aboutPost(fact, reason) };
    case 'post_in_doubt':
      return { ...post, title: `A post on ${page} may already be published`, description: aboutPost(fact, reason) };
    case 'page_needs_reconnect':
    case 'page_warning':
      return aboutPage(fact, reason);
    case 'rule_stopped':
      return {
        path: `/scheduled?repeating=${String(fact.params['ruleId'])}`,
        title: `A repeating post on ${page} needs your attention`,
        description: reason,
      };
    case 'automation_stopped':
    case 'automation_waits_for_review':
      return aboutAutomation(fact, page, reason);
    case 'proposal_waits':
      return { path: INBOX_PATH, ...aboutProposals(fact, page, now) };
    case 'schedule_changed':
      return { path: '/scheduled', title: CHANGED_SCHEDULE_TITLE, description: reason };
    case 'people_changed':
      return { path: '/settings', title: aboutPerson(fact), description: reason };
    case 'data_export':
      return { path: DATA_PATH, title: exportTitle(fact.problem?.code ?? ''), description: reason };
    case 'feed_unreadable':
      return { path: FEEDS_PATH, title: UNREADABLE_FEED_TITLE, description: reason };
    case 'webhook_off':
      return { path: '/settings#webhooks', title: 'A webhook was turned off', description: reason };
    case 'release_current':
      return { path: '/admin', title: aboutRelease(fact), description: '' };
    default:
      if (fact.problem?.code === CODE.workLost)
        return { path: '/scheduled', title: LOST_WORK_TITLE, description: reason };
      return { path: '/admin', title: 'Pagecast needs your attention', description: reason };
  }
}

function aboutPage({ kind, pageName, facebookPageId }: Fact, reason: string): FactWords {
  if (facebookPageId === null)
    return {
      path: '/settings',
      title: 'Your pages need to be reconnected',
      description:
        "Facebook no longer accepts your login, so Pagecast can't post to your pages. Reconnect them to continue. " +
        'Your scheduled posts are kept.',
    };
  const page = pageName ?? 'A page';
  return {
    path: '/settings',
    title: kind === 'page_warning' ? `${page} will need to be reconnected soon` : `${page} needs your attention`,
    description: reason,
  };
}

function aboutProposals({ params }: Fact, page: string, now: Date): Omit<FactWords, 'path'> {
  if (params['isOver'] !== true)
    return {
      title: `A post for ${page} needs your approval`,
      description: "Somebody proposed it. It won't be published without approval.",
    };
  const count = Array.isArray(params['proposalIds']) ? params['proposalIds'].length : 1;
  const passed = { code: CODE.proposalsPassed, action: null, params: { page, count } } as const;
  return { title: passedTitle(passed.params), description: presentProblem(passed, { now, posts: 0 }).message };
}

/** Proposals whose time has passed: for those who decide, and for whoever proposed them. */
export function passedTitle({ page, count }: ProblemOf<'proposals_passed'>['params']): string {
  return count === 1
    ? `A post for ${page} wasn't approved in time`
    : `${count} posts for ${page} weren't approved in time`;
}

function aboutAutomation({ kind, facebookPageId }: Fact, page: string, reason: string): FactWords {
  const path = '/automation';
  if (kind === 'automation_waits_for_review')
    return { path, title: `A post for ${page} needs your approval`, description: "It won't be published without it." };
  if (facebookPageId === null) return { path, title: 'Automation is on hold', description: reason };
  return {
    path,
    title: `Automation is paused on ${page}`,
    description: `Three posts in a row failed. The last reason: ${reason} Check it, then resume the page.`,
  };
}

/** Who came to a page, or left it. */
export function personTitle({ name, page, change }: ProblemOf<'page_person'>['params']): string {
  return change === 'joined' ? `${name} joined ${page}` : `${name} left ${page}`;
}

/** What came of an export of a person's data. */
export function exportTitle(code: string): string {
  return code === CODE.exportFailed ? "We couldn't export your data" : 'Your data export is ready';
}

function aboutPerson({ problem }: Fact): string {
  return problem?.code === CODE.pagePerson ? personTitle(problem.params) : 'The people of a page changed';
}

function aboutRelease({ params }: Fact): string {
  const [area, version] = [String(params['area']), String(params['version'])];
  if (params['version'] === null) return `${area} was withdrawn`;
  return params['isBack'] === true ? `${area} went back to version ${version}` : `${area} is now at version ${version}`;
}

/** A post by its first words, and what is to be said about it. */
function aboutPost({ postContent }: Fact, reason: string): string {
  return postContent === null || postContent.trim() === '' ? reason : `“${excerpt(postContent)}” ${reason}`.trim();
}

function excerpt(content: string): string {
  const line = content.replace(/\s+/g, ' ').trim();
  return line.length <= EXCERPT_LENGTH ? line : `${beginningOf(line, EXCERPT_LENGTH).trimEnd()}…`;
}

function reasonOf({ problem, at }: Fact, now: Date): string {
  if (problem === null) return '';
  if (problem.code === PAUSED_PAGE) return problem.params.reason === null ? '' : reasonWords(problem.params.reason, at);
  return presentProblem(problem, { now, posts: 0 }).message;
}
