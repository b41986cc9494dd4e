import * as z from 'zod/mini';
import { Instant } from './common.ts';
import { FacebookFault, PROBLEM_ACTION as HELP } from './pages.ts';
import { WorseVersion } from './release-judgements.ts';

/**
 * A problem as it is kept: what it is, what helps, and the facts of its case, with instants in place of minutes and
 * names where what they name may vanish. Nobody keeps its words: they are made when it is read (`Problem.message`).
 */
function kind<const Code extends string, const Action extends string | null, Params extends z.core.$ZodLooseShape>(
  code: Code,
  actions: readonly [Action, ...Action[]],
  params: Params,
) {
  return z.object({
    code: z.literal(code),
    action: z.literal(actions),
    params: z.object(params),
    facebook: z.optional(FacebookFault),
  });
}

/** The name of a network; rows may have that of one that only a newer release knows. */
const target = z.string();
const said = z.nullable(z.string());
/** `page`: its name, as its owner knows it; null at a network without pages. */
const place = { target, page: z.nullable(z.string()) };
const page = { page: z.string() };

/** What no target can be blamed for: a file of ours that is not as it was kept, or that came to no end. */
export const FILE_FLAWS = ['gone', 'unreadable', 'stuck', 'unprocessed'] as const;
export type FileFlaw = (typeof FILE_FLAWS)[number];

/**
 * - `refused`: a call was; - `waiting`: others are not even made; - `asked_now`: at the wish for right now; -
 * `kept_as_draft`: after that wish.
 */
export const PAUSE_STAGES = ['refused', 'waiting', 'asked_now', 'kept_as_draft'] as const;
const pause = { ...place, stage: z.enum(PAUSE_STAGES), until: z.nullable(Instant) };

/** What stands in the way before anything is sent. Where the post may be out all the same, its action is `resolve`. */
const HINDRANCES = [
  kind('reconnect', [HELP.reconnect, HELP.resolve], {
    ...page,
    /** It is the login of the person that is over, and with it all of their pages. */
    ofLogin: z.optional(z.literal(true)),
  }),
  kind('lost_key', [HELP.reconnect, HELP.resolve], page),
  kind('other_app', [HELP.reconnect, HELP.resolve], page),
  kind('no_permission', [HELP.reconnect, HELP.resolve], { ...page, because: z.enum(['refused', 'role']), said }),
  /** `permissions` as Facebook names them. */
  kind('missing_permissions', [HELP.reconnect, HELP.resolve], { ...page, permissions: z.array(z.string()) }),
  kind('left_out', [HELP.reconnect, HELP.resolve], page),
  kind('no_access', [null, HELP.resolve], {}),
  kind('no_tech_site', [null, HELP.resolve], {}),
  kind('no_app', [null, HELP.resolve], {}),
  kind('page_removed', [HELP.choosePage, HELP.resolve], {}),
  kind('no_file', [HELP.edit, HELP.resolve], {}),
  /** `at`: when the page may publish its next reel. */
  kind('reel_limit', [HELP.publishNow, HELP.resolve], { ...page, limit: z.number(), at: Instant }),
  /** `limit`: posts with links in `month`, such as 2026-11, as the owner wants it. */
  kind('link_limit', [HELP.publishNow, HELP.resolve], { ...page, limit: z.number(), month: z.string() }),
] as const;
export const Hindrance = z.discriminatedUnion('code', HINDRANCES);
export type Hindrance = z.infer<typeof Hindrance>;

/** What has ended the cause of a problem, while its post is still not out. */
export const READY_BECAUSE = [
  'text',
  'page',
  'reconnected',
  'taken-again',
  'doubt-decided',
  'access',
  'set-up',
  'new-key',
  'file',
  'time-passed',
] as const;
export type ReadyBecause = (typeof READY_BECAUSE)[number];

/** Why automation asks nothing of the AI for anybody. */
export const AI_OBSTACLES = ['no-key', 'bad-key', 'no-model', 'bad-setup'] as const;

export const StoredProblem = z.discriminatedUnion('code', [
  ...HINDRANCES,
  kind('expiring', [HELP.reconnect], page),

  kind('confirming', [HELP.resolve, null], { target }),
  /** - `refused`: we are not allowed to check; - `unanswered`: polls come to nothing. */
  kind('may_be_out', [HELP.resolve], { ...place, look: z.enum(['refused', 'unanswered']) }),
  kind('cannot_look', [HELP.resolve], place),
  kind('retrying', [null], { target }),
  kind('rate_limited', [null, HELP.publishNow], pause),
  kind('blocked', [HELP.openFacebook, HELP.publishNow, null], { ...pause, said }),
  /** Late posts of one page leave so much between them. */
  kind('queued', [HELP.publishNow], { spacingMinutes: z.number() }),
  kind('behind_doubt', [null], {
    ...place,
    /** The post that stands in the way. */
    postId: z.number(),
  }),
  kind('uploading', [null], { sentBytes: z.number(), totalBytes: z.number() }),
  kind('processing', [null], { target }),
  /** - `gap`: nobody was there for a while; - `earlier_try`: one may have put it out. */
  kind('looking_back', [null], { because: z.enum(['gap', 'earlier_try']) }),

  kind('refused', [HELP.edit], { ...place, said, flaw: z.optional(z.enum(FILE_FLAWS)) }),
  kind('duplicate', [HELP.edit], { ...place, said }),
  kind('tech_site_key', [HELP.publishNow], {}),
  /** Facebook takes no call that is signed with the secret of its app. */
  kind('app_secret', [HELP.publishNow], {}),
  kind('vanished', [HELP.publishNow], place),
  kind('crashed', [HELP.publishNow, HELP.resolve], {}),
  /** Releases before this one did not keep whom. */
  kind('unreachable', [HELP.publishNow], { target: z.optional(target) }),
  /** - `time`: nothing else is known; - `turn`: others of its page were before it. */
  kind('missed', [HELP.publishNow], { because: z.enum(['time', 'turn']), spacingMinutes: z.number() }),
  kind('missed_behind_doubt', [HELP.publishNow], {}),
  kind('set_aside', [HELP.edit, HELP.resolve], {}),
  kind('ready', [HELP.publishNow], { because: z.enum(READY_BECAUSE), page: said }),
  /** For administrators. */
  kind('post_set_aside', [null], { postId: z.number() }),
  kind('secrets_lost', [null], {
    pages: z.number(),
    /** What has to be typed in again: a key, or the secret of an app. */
    secrets: z.array(
      z.union([
        z.object({ key: z.enum(['openai', 'tech_site']) }),
        z.object({ appId: z.string(), environment: z.string() }),
      ]),
    ),
  }),

  /** `area`: as administrators read it. */
  /** `host`: where it leads. */
  kind('webhook_off', [null], {
    name: z.string(),
    host: z.string(),
    because: z.enum(['gone', 'failing', 'overfull', 'lost_key']),
  }),

  /** `title`: as the site calls its feed; `host`: where it is asked. */
  kind('feed_unreadable', [null], { ...page, title: z.string(), host: z.string() }),

  /**
   * What an administrator did in the reader's place to their planned posts, to what automation or somebody else was to
   * publish for them, or to their pages: `count` of them, on `page`, or on several where that is null. `name` is the
   * administrator's.
   */
  kind('schedule_changed', [null], {
    name: z.string(),
    page: said,
    count: z.number(),
    change: z.enum([
      'deleted',
      'unscheduled',
      'moved',
      'planned',
      'published',
      'skipped',
      'withdrawn',
      'rejected',
      'page_removed',
      'review_off',
    ]),
  }),

  /** Proposals for `page` about which nobody decided before their times: `count` of them. */
  kind('proposals_passed', [null], { ...page, count: z.number() }),

  /** An export of the reader's data: what came of it. */
  kind('export_ready', [null], { files: z.number(), filesMissing: z.number() }),
  kind('export_failed', [null], {}),

  /** Somebody came to a page of the reader's, or left it. */
  kind('page_person', [null], {
    ...page,
    name: z.string(),
    role: z.enum(['editor', 'approver']),
    change: z.enum(['joined', 'left']),
  }),

  /** Of a post that stands as it did before its owner's last word: the database has lost that. */
  kind('changes_lost', [null], { change: z.enum(['deleted', 'changed']) }),
  /**
   * The database has lost the last writes of a time. `stopped`, `unstopped`, `older` and `gone` count posts of the
   * reader's, as far as they are known. One that is `unstopped` was on its way already. `isForAll`: for administrators.
   */
  kind('work_lost', [null], {
    since: Instant,
    until: Instant,
    stopped: z.number(),
    unstopped: z.optional(z.number()),
    older: z.number(),
    gone: z.number(),
    isForAll: z.boolean(),
  }),

  kind('release_taken_back', [null], { area: z.string(), ...WorseVersion.shape }),

  /** Of what repeats: `recurrenceId` is its rule. Its page was removed. */
  kind('rule_stopped', [null], { recurrenceId: z.number() }),
  /** Nobody made the posts of `count` days in time, from `first` to `last`, such as 2026-11-30. */
  kind('rule_left_out', [null], { recurrenceId: z.number(), count: z.number(), first: z.string(), last: z.string() }),

  kind('insufficient_quota', [null], {}),
  kind('ai_not_usable', [null], { obstacle: z.enum(AI_OBSTACLES) }),
  kind('ai_resting', [null], { until: Instant }),
  kind('budget', [null], {
    whose: z.enum(['mine', 'all']),
    /** Millionths of a US dollar a day; null where an earlier release did not say. */
    limitMicros: z.nullable(z.number()),
    because: z.enum(['open', 'not-enough', 'used-up']),
  }),

  /** Worded by a release that knew other codes: its code and its words are all there is. */
  z.object({
    code: z.literal('other'),
    action: z.nullable(z.string()),
    params: z.object({ code: z.string(), message: z.string() }),
    facebook: z.optional(FacebookFault),
  }),
]);
export type StoredProblem = z.infer<typeof StoredProblem>;
export type ProblemCode = StoredProblem['code'];

/** How far the files of a post have come ahead of its time, as it is kept. */
export const StoredUpload = z.discriminatedUnion('code', [
  z.object({ code: z.literal('uploading'), params: z.object({ sentBytes: z.number(), totalBytes: z.number() }) }),
  z.object({ code: z.literal('uploaded'), params: z.object({}) }),
]);
export type StoredUpload = z.infer<typeof StoredUpload>;
