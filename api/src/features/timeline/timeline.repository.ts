import { approvedHashSql } from '../approvals/approvals.sql.ts';
import type { Knex } from 'knex';
import type { PostId } from '../../contract/ids.ts';
import type { Owner } from '../../db/owner.ts';
import type { Resolution } from '../posts/post.ts';

/** Instants are ISO 8601, as PostgreSQL writes them into JSON. */
type Stamp = string;

export interface EventRow {
  at: Stamp;
  kind:
    | 'created'
    | 'edited'
    | 'scheduled'
    | 'unscheduled'
    | 'publish-asked'
    | 'held'
    | 'released'
    | 'missed'
    | 'failed'
    | 'put-off';
  actor_name: string | null;
  is_impersonated: boolean;
  actor_token: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  problem: unknown;
}

/** What is kept of a failure: an error of Facebook's, or a message and a status. */
export interface StoredFault {
  readonly message?: string | null;
  readonly code?: number | null;
  readonly subcode?: number | null;
  readonly fbtraceId?: string | null;
  readonly httpStatus?: number | null;
}

export interface StoredAnswer {
  readonly kind: 'retried' | 'unclear' | 'absent' | 'processing';
  readonly at: Stamp;
  readonly until: Stamp;
  readonly times: number;
  readonly error: StoredFault | null;
}

export interface AttemptRow {
  state: 'started' | 'created' | 'sending' | 'processing' | 'unclear' | 'published' | 'refused' | 'abandoned';
  sent_at: Stamp | null;
  created_at: Stamp;
  ended_at: Stamp | null;
  error: StoredFault | null;
  answers: StoredAnswer[];
  orphans: { readonly removed: number; readonly left: number | null; readonly isGivenUp: boolean } | null;
  resolution: {
    readonly as: Resolution;
    readonly at: Stamp;
    readonly by: { readonly name: string; readonly isInPlace: boolean } | null;
  } | null;
}

export interface GenerationRow {
  purpose: 'post' | 'tech' | 'automation';
  model: string;
  prompt: string;
  created_at: Stamp;
  ended_at: Stamp | null;
  input_tokens: number | null;
  output_tokens: number | null;
  cost_micros: number | null;
}

export interface EngagementRow {
  likes: number;
  comments: number;
  shares: number;
  /** null when nobody has seen any numbers yet. */
  seen_at: Stamp | null;
  gone_since: Stamp | null;
}

/** Who let a post of automation through. */
export interface ApprovalRow {
  readonly kind: 'person' | 'rule' | 'nobody';
  readonly rule: { readonly writtenBy: string; readonly writtenAt: Stamp } | null;
  readonly at: Stamp;
  readonly is_changed: boolean;
}

/** What was decided of the proposal that a post was made of. */
export interface DecidedRow {
  readonly decided_by: string | null;
  readonly decided_at: Stamp | null;
  readonly token_name: string | null;
}

/** Everything that was noted about one post, oldest first. */
export interface Traces {
  readonly events: readonly EventRow[];
  readonly attempts: readonly AttemptRow[];
  readonly generation: GenerationRow | null;
  readonly engagement: EngagementRow | null;
  readonly approval: ApprovalRow | null;
  readonly proposal: DecidedRow | null;
}

/** One statement, so that what is read of a post under way fits together. */
const TRACES = `
  select
    coalesce((select jsonb_agg(to_jsonb(e) order by e.id) from post_events e where e.post_id = p.id), '[]') as events,
    coalesce((select jsonb_agg(to_jsonb(a) order by a.id) from publish_attempts a where a.post_id = p.id),
      '[]') as attempts,
    (select to_jsonb(c) from ai_calls c where c.id = p.ai_call_id) as generation,
    (select to_jsonb(g) from post_engagement g where g.post_id = p.id) as engagement,
    (select to_jsonb(a) || jsonb_build_object('is_changed', a.content_hash <> ${approvedHashSql('p')})
      from post_approvals a where a.post_id = p.id) as approval,
    (select jsonb_build_object('decided_by', r.decided_by, 'decided_at', r.decided_at, 'token_name', r.token_name)
      from proposals r where r.post_id = p.id) as proposal
  from posts p where p.id = ? and p.user_id = ? and p.environment = ?`;

export function timelineRepository(db: Knex) {
  return {
    /** null when the post is gone, or not this owner's. */
    async find(owner: Owner, postId: PostId): Promise<Traces | null> {
      const {
        rows: [row],
      } = await db.raw<{ rows: Traces[] }>(TRACES, [postId, owner.userId, owner.environment]);
      return row ?? null;
    },
  };
}
export type TimelineRepository = ReturnType<typeof timelineRepository>;
