import { ready } from '../../problems/ended-problem.ts';
import { asksOwner } from '../../problems/problem.sql.ts';
import type { PostStatus } from './post.ts';
import { GIVEN, KEPT, type Move, type Mover } from './post-move.ts';

const ALL_KEPT = {
  scheduled_at: KEPT,
  is_automatic: KEPT,
  publish_now: KEPT,
  publish_now_at: KEPT,
  publish_now_by: KEPT,
  is_held: KEPT,
  wait_until: KEPT,
  problem: KEPT,
  lease_token: KEPT,
  lease_owner: KEPT,
  lease_expires_at: KEPT,
  updated_at: KEPT,
} as const;
/** Its owner asked for something else since, or it has begun. */
const NOT_ASKED = { publish_now_at: 'null', publish_now_by: 'null' } as const;
/** What its owner asked for a moment ago is neither lost nor done by anything else that happens to the post. */
const STILL_ASKED = { publish_now_at: KEPT, publish_now_by: KEPT } as const;
/** In no worker's hands. */
const FREE = { lease_token: 'null', lease_owner: 'null', lease_expires_at: 'null' } as const;
/** Waits for nothing, and nobody waits for it. */
const AT_REST = { ...NOT_ASKED, publish_now: 'false', is_held: 'false', wait_until: 'null', problem: 'null' } as const;
const OUT = {
  ...AT_REST,
  ...FREE,
  scheduled_at: KEPT,
  is_automatic: KEPT,
  updated_at: 'now()',
  is_late: GIVEN,
  remote_id: GIVEN,
  permalink_url: GIVEN,
} as const;
const NEW_LEASE = {
  lease_token: 'gen_random_uuid()',
  lease_owner: GIVEN,
  lease_expires_at: GIVEN,
  updated_at: 'now()',
} as const;

/** What its owner may still change. */
export const EDITABLE = ['draft', 'scheduled', 'failed', 'missed'] as const satisfies readonly PostStatus[];
export const isEditable = (status: string): boolean => EDITABLE.some((one) => one === status);
/** And what was taken back from the loop in the same transaction. */
const MOVABLE = [...EDITABLE, 'publishing'] as const satisfies readonly PostStatus[];
export const ANY = [...MOVABLE, 'published'] as const satisfies readonly PostStatus[];
/** Where a post stands of which nobody can tell whether it is out. */
const DOUBTFUL = ['publishing', 'missed', 'failed'] as const satisfies readonly PostStatus[];

/**
 * Whose owner has to do something about it is told what is left; a doubt whether it is out is not for another page to
 * end.
 */
const AFTER_NEW_PAGE = `case when ${asksOwner('problem')} then problem
  when status in ('failed', 'missed') or status = 'draft'
    and problem is not null then '${JSON.stringify(ready('page'))}'::jsonb end`;

/**
 * Every way from one state of a post to another. Who moves a post otherwise is not heard: the table refuses what cannot
 * be.
 */
export const MOVES = {
  /** Its text, and what is told with it. */
  edit: { by: 'owner', from: MOVABLE, to: KEPT, sets: { ...ALL_KEPT, updated_at: 'now()' } },
  /** A new text. What was refused for the one before says so no longer. */
  rewrite: { by: 'owner', from: MOVABLE, to: KEPT, sets: { ...ALL_KEPT, problem: GIVEN, updated_at: 'now()' } },
  /**
   * What it waited for was the other page's. A page or a time that a person picked is not for automation to keep or to
   * drop.
   */
  changePage: {
    by: 'owner',
    from: MOVABLE,
    to: KEPT,
    sets: {
      ...ALL_KEPT,
      is_automatic: 'false',
      is_held: 'false',
      wait_until: 'null',
      problem: AFTER_NEW_PAGE,
      updated_at: 'now()',
    },
  },
  schedule: {
    by: 'owner',
    from: MOVABLE,
    to: 'scheduled',
    sets: { ...AT_REST, ...FREE, scheduled_at: GIVEN, is_automatic: 'false', updated_at: 'now()' },
  },
  takeOff: {
    by: 'owner',
    from: MOVABLE,
    to: 'draft',
    sets: { ...AT_REST, ...FREE, scheduled_at: 'null', is_automatic: 'false', updated_at: 'now()' },
  },
  /** Its owner waits for the answer. */
  publishNow: {
    by: 'owner',
    from: EDITABLE,
    to: 'scheduled',
    sets: {
      ...AT_REST,
      ...FREE,
      scheduled_at: 'now()',
      publish_now: 'true',
      is_automatic: KEPT,
      updated_at: 'now()',
    },
  },
  /** In a moment. Until then it is what it was, so that to take it back is to leave it alone. */
  askForNow: {
    by: 'owner',
    from: EDITABLE,
    to: KEPT,
    sets: { ...ALL_KEPT, publish_now_at: GIVEN, publish_now_by: 'current_actor()' },
  },
  unaskForNow: { by: 'owner', from: EDITABLE, to: KEPT, sets: { ...ALL_KEPT, ...NOT_ASKED } },
  /** What was asked for right now did not go out, and does not go out by surprise later. It says why. */
  keepAsDraft: {
    by: 'owner',
    from: ['failed', 'scheduled'],
    to: 'draft',
    sets: { ...AT_REST, ...FREE, scheduled_at: 'null', is_automatic: KEPT, problem: GIVEN, updated_at: 'now()' },
  },
  /** Where it was before its owner moved it, as if they had not. What holds it there now is seen anew. */
  putBack: {
    by: 'owner',
    from: EDITABLE,
    to: GIVEN,
    sets: {
      ...FREE,
      ...NOT_ASKED,
      scheduled_at: GIVEN,
      is_automatic: GIVEN,
      publish_now: 'false',
      is_held: 'false',
      wait_until: GIVEN,
      problem: GIVEN,
      updated_at: 'now()',
    },
  },
  /** All that they planned: they go, and their times stand in the drafts until then. */
  takeAllOff: {
    by: 'owner',
    from: ['scheduled'],
    to: 'draft',
    sets: { ...AT_REST, ...FREE, scheduled_at: KEPT, is_automatic: KEPT, updated_at: 'now()' },
  },
  /** Its owner has seen it there. */
  confirmOut: { by: 'owner', from: DOUBTFUL, to: 'published', sets: { ...OUT, published_at: GIVEN } },
  /** Its owner has looked, and it is not there. */
  sendAgain: {
    by: 'owner',
    from: DOUBTFUL,
    to: 'scheduled',
    sets: {
      ...AT_REST,
      ...FREE,
      scheduled_at: 'now()',
      publish_now: 'true',
      is_automatic: 'false',
      updated_at: 'now()',
    },
  },
  /** Its page is removed. */
  endWithPage: {
    by: 'owner',
    from: ['scheduled', 'publishing'],
    to: 'failed',
    sets: { ...AT_REST, ...FREE, scheduled_at: KEPT, is_automatic: KEPT, problem: GIVEN, updated_at: 'now()' },
  },

  /** Its page needs its owner: it keeps its place. What was asked for right now fails by itself. */
  hold: {
    by: 'loop',
    from: ['scheduled'],
    to: KEPT,
    sets: { ...ALL_KEPT, is_held: 'true', problem: GIVEN, updated_at: 'now()' },
  },
  release: {
    by: 'loop',
    from: ['scheduled'],
    to: KEPT,
    sets: { ...ALL_KEPT, is_held: 'false', problem: 'null', updated_at: 'now()' },
  },
  /** Why it waits. */
  explain: { by: 'loop', from: ['scheduled'], to: KEPT, sets: { ...ALL_KEPT, problem: GIVEN } },
  /** The moment to take it back is over. It was due then, so that nothing goes out by surprise hours after it. */
  beginAsked: {
    by: 'loop',
    from: EDITABLE,
    to: 'scheduled',
    sets: {
      ...AT_REST,
      ...FREE,
      scheduled_at: 'publish_now_at',
      publish_now: 'true',
      is_automatic: KEPT,
      updated_at: 'now()',
    },
  },
  /** What it said while it waited is still said while it is on its way. */
  claim: {
    by: 'loop',
    from: ['scheduled'],
    to: 'publishing',
    sets: { ...ALL_KEPT, ...NOT_ASKED, ...NEW_LEASE, is_held: 'false', wait_until: 'null' },
  },
  takeOver: { by: 'loop', from: ['publishing'], to: KEPT, sets: { ...ALL_KEPT, ...NEW_LEASE } },
  /**
   * Is to be taken up again: at once, or at the end of what it waits for. Whoever had it has died, if the token stays.
   */
  expire: { by: 'loop', from: ['publishing'], to: KEPT, sets: { ...ALL_KEPT, lease_expires_at: 'now()' } },
  letGo: {
    by: 'loop',
    from: ['publishing'],
    to: KEPT,
    sets: { ...ALL_KEPT, lease_owner: 'null', lease_expires_at: 'now()' },
  },
  /** Nobody has died of it. */
  disown: {
    by: 'loop',
    from: ['publishing'],
    to: KEPT,
    sets: { ...ALL_KEPT, ...FREE, lease_expires_at: 'now()', updated_at: 'now()' },
  },
  miss: {
    by: 'loop',
    from: ['scheduled'],
    to: 'missed',
    sets: {
      ...AT_REST,
      ...STILL_ASKED,
      ...FREE,
      scheduled_at: KEPT,
      is_automatic: KEPT,
      problem: GIVEN,
      updated_at: 'now()',
    },
  },
  /** Its owner's last word of it is lost: it goes nowhere before they have said it again. */
  setAside: {
    by: 'loop',
    from: ['scheduled', 'publishing'],
    to: 'missed',
    sets: { ...AT_REST, ...FREE, scheduled_at: KEPT, is_automatic: 'false', problem: GIVEN, updated_at: 'now()' },
  },

  renew: { by: 'worker', from: ['publishing'], to: KEPT, sets: { ...ALL_KEPT, lease_expires_at: GIVEN } },
  /** How far it is. */
  note: {
    by: 'worker',
    from: ['publishing'],
    to: KEPT,
    sets: { ...ALL_KEPT, lease_expires_at: GIVEN, problem: GIVEN },
  },
  /** Stays on its way, in nobody's hands, until the next poll or try. */
  postpone: {
    by: 'worker',
    from: ['publishing'],
    to: KEPT,
    sets: { ...ALL_KEPT, ...FREE, lease_expires_at: GIVEN, problem: GIVEN, updated_at: 'now()' },
  },
  settle: { by: 'worker', from: ['publishing'], to: 'published', sets: { ...OUT, published_at: 'now()' } },
  /** Failed, missed, or back on the schedule: held, until a time of its own, or as it was. */
  settleUnpublished: {
    by: 'worker',
    from: ['publishing'],
    to: GIVEN,
    sets: {
      ...FREE,
      ...NOT_ASKED,
      scheduled_at: KEPT,
      is_automatic: KEPT,
      publish_now: GIVEN,
      is_held: GIVEN,
      wait_until: GIVEN,
      problem: GIVEN,
      updated_at: 'now()',
    },
  },

  /** A person has changed it: nothing that somebody wrote is thrown away. */
  missChanged: {
    by: 'automation',
    from: ['scheduled', 'missed'],
    to: 'missed',
    sets: {
      ...AT_REST,
      ...STILL_ASKED,
      ...FREE,
      scheduled_at: KEPT,
      is_automatic: 'false',
      problem: GIVEN,
      updated_at: 'now()',
    },
  },
} as const satisfies Record<string, Move>;

/** The ways out of the table. */
export const REMOVALS = {
  remove: { by: 'owner', from: [...EDITABLE, 'published'] },
  /** Also what was taken back from the loop in the same transaction. */
  removeTakenBack: { by: 'owner', from: ['publishing'] },
  forget: { by: 'owner', from: DOUBTFUL },
  removeWithAccount: { by: 'owner', from: ANY },
  drop: { by: 'automation', from: ['scheduled', 'missed'] },
} as const satisfies Record<string, Omit<Move, 'to' | 'sets'>>;

export type MoveName = keyof typeof MOVES;
export type MovesBy<Who extends Mover> = {
  [Name in MoveName]: (typeof MOVES)[Name]['by'] extends Who ? Name : never;
}[MoveName];
type SetsOf<Name extends MoveName> = (typeof MOVES)[Name]['sets'];
/** Of the columns that a move sets, those that its caller gives. */
type GivenColumn<Name extends MoveName> =
  | { [Column in keyof SetsOf<Name>]: SetsOf<Name>[Column] extends typeof GIVEN ? Column : never }[keyof SetsOf<Name>]
  | ((typeof MOVES)[Name]['to'] extends typeof GIVEN ? 'status' : never);
export type Given<Name extends MoveName, Value> = { readonly [Column in GivenColumn<Name>]: Value };
