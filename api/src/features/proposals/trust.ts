import { TZDate } from '@date-fns/tz/date';

/** How far somebody goes with a token without being asked; null of each: as far as it likes. */
export interface Trust {
  readonly kinds: readonly string[] | null;
  readonly postsPerDay: number | null;
  /** Full hours of the page's day, the last one excluded; over midnight where the first is the later one. */
  readonly hours: { readonly from: number; readonly to: number } | null;
}

/** Why a proposal waits for a person, as it is kept. */
export type WaitReason =
  | {
      readonly code:
        | 'needs_approval'
        | 'looks_like_another'
        | 'changed_after_approval'
        | 'of_somebody_else'
        | 'shared_page'
        | 'taken_back';
    }
  | { readonly code: 'scope'; readonly scope: 'schedule' | 'publish' }
  | { readonly code: 'kind'; readonly kind: string }
  | { readonly code: 'posts_per_day'; readonly limit: number }
  | { readonly code: 'hours'; readonly from: number; readonly to: number }
  | { readonly code: 'too_close'; readonly minutes: number };

export interface Asked {
  readonly mediaType: string;
  readonly placement: string;
  /** When it would go out. */
  readonly at: Date;
  readonly zone: string;
  /** Posts that the token got onto that page's day without a person. */
  readonly postsOfDay: number;
}

/** Each limit of its token that a post goes beyond. */
export function beyondTrust(trust: Trust | null, { mediaType, placement, at, zone, postsOfDay }: Asked): WaitReason[] {
  if (trust === null) return [];
  const kind = placement === 'story' ? 'story' : mediaType;
  const hour = new TZDate(at, zone).getHours();
  return [
    ...(trust.kinds === null || trust.kinds.includes(kind) ? [] : [{ code: 'kind' as const, kind }]),
    ...(trust.postsPerDay === null || postsOfDay < trust.postsPerDay
      ? []
      : [{ code: 'posts_per_day' as const, limit: trust.postsPerDay }]),
    ...(trust.hours === null || isWithin(hour, trust.hours) ? [] : [{ code: 'hours' as const, ...trust.hours }]),
  ];
}

function isWithin(hour: number, { from, to }: { readonly from: number; readonly to: number }): boolean {
  return from <= to ? hour >= from && hour < to : hour >= from || hour < to;
}

const KINDS: Readonly<Record<string, string>> = {
  text: 'text posts',
  image: 'images',
  video: 'videos',
  reel: 'reels',
  story: 'stories',
};
const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

/** The same in words, for the person who decides and for the agent that waits. */
export function reasonWords(reason: WaitReason): string {
  switch (reason.code) {
    case 'needs_approval':
      return 'Everything that is proposed with this token needs approval.';
    case 'looks_like_another':
      return 'It looks like another post of this page. A person has to say whether it is the same.';
    case 'changed_after_approval':
      return 'It was changed after it was approved, so it needs approval again.';
    case 'of_somebody_else':
      return 'This token changed what somebody else proposed, so it needs approval.';
    case 'taken_back':
      return 'It was approved, then whoever proposed it withdrew it. It is unscheduled until somebody decides.';
    case 'shared_page':
      return 'It is for a page of somebody else, so they or an approver of the page decide.';
    case 'scope':
      return `This token doesn't have the scope "${reason.scope}", so a person has to approve it.`;
    case 'kind':
      return `This token needs approval for ${KINDS[reason.kind] ?? reason.kind}.`;
    case 'posts_per_day':
      return `This token may publish ${reason.limit} a day on a page without approval, and has done so.`;
    case 'hours':
      return `This token may publish without approval from ${clock(reason.from)} to ${clock(reason.to)} only.`;
    case 'too_close':
      return `Another post of this page is less than ${reason.minutes} minutes from its time.`;
  }
}
