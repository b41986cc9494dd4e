import { STOPS_POST } from '../../networks/pauses.sql.ts';
import type { PostProblem } from './post.ts';

/** What keeps a planned post waiting without being its own. */
export interface Block {
  /** A post of the same page that may be out: until that is known, no other goes out there. */
  readonly doubtfulPostId: number | null;
  /** No calls are taken for so long. */
  readonly minutes: number | null;
  readonly reason: string | null;
}

/** Posts due this soon wait behind one whose answer was only just lost; later ones may never notice. */
const SOON_MINUTES = 10;

/** The post `q` that is on its way on the page of `p` by the clock `c`, and keeps others from it for longer than a moment. */
export const DOUBTFUL_POST = `
  select q.id from posts q where q.id = c.post_id and q.id <> p.id and q.status = 'publishing' and q.problem ->> 'action' = 'resolve'
    and (q.problem ->> 'code' <> 'confirming' or p.scheduled_at <= now() + interval '${SOON_MINUTES} minutes')`;

/** Of the post `p`: a `Block`, or null. Read whenever the post is, so that it is there at once, and gone with its cause. */
export const BLOCK = `case when p.status = 'scheduled' then (
  select jsonb_build_object('doubtfulPostId', b.doubtful, 'minutes', ceil(extract(epoch from b.until - now()) / 60), 'reason', coalesce(b.reason, 'rate_limited'))
  from (
    select (${DOUBTFUL_POST}) as doubtful, cooldown.until, cooldown.reason
    from (select 1) one left join page_clock c on c.facebook_page_id = p.facebook_page_id
      left join lateral (
        select r.until, r.reason from (
          select c.paused_until as until, c.pause_reason as reason
          union all select z.paused_until, z.reason from pauses z where ${STOPS_POST}
        ) r where r.until > now() and r.until > p.scheduled_at order by r.until desc limit 1
      ) cooldown on true
  ) b where b.doubtful is not null or b.until is not null
) end`;

/** Stored words that say less than the block itself. */
const VAGUE = ['queued', 'rate_limited'];

/** What a post waits on: its own problem, unless what keeps its page says more. @param place the name of the page, or the tech site */
export function problemWith(problem: PostProblem | null, block: Block | null, place: string): PostProblem | null {
  if (block === null || (problem !== null && !VAGUE.includes(problem.code))) return problem;
  if (block.doubtfulPostId !== null) {
    return {
      code: 'behind_doubt',
      action: null,
      postId: block.doubtfulPostId,
      message: `This post waits: another post may already be out on ${place}, and we cannot tell. Decide about that one, and this one goes out at its time.`,
    };
  }
  if (problem !== null || block.minutes === null) return problem;
  return block.reason === 'blocked'
    ? {
        code: 'blocked',
        action: 'open_facebook',
        message: `Facebook has stopped posts on ${place} for now. This one waits for about ${block.minutes} min, and goes out after that if it is then less than an hour late.`,
      }
    : {
        code: 'rate_limited',
        action: null,
        message: `No more posts are taken on ${place} for about ${block.minutes} min. This one goes out after that if it is then less than an hour late; otherwise it waits for you.`,
      };
}
