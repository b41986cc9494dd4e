/**
 * The proposal whose approval a post is, and when it was approved, as JSON that goes with its row; nothing of other
 * posts.
 */
export const proposalOfPostSql = (post: string) => `coalesce((
  select jsonb_build_object('proposal_id', pr.id, 'proposal_decided_at', pr.decided_at)
  from proposals pr where pr.post_id = ${post}.id), '{}')`;

/** The proposal `pr` is approved as it was then, and has no post. */
const AS_APPROVED = `pr.id = (b.before ->> 'proposal_id')::bigint and pr.state = 'approved' and pr.post_id is null
  and pr.decided_at = (b.before ->> 'proposal_decided_at')::timestamptz`;

/** Of rows `b` with `before`, a row of posts with that: whether nobody's yes stands behind what somebody approved. */
export const APPROVAL_ENDED = `b.before ->> 'proposal_id' is not null
  and not exists (select from proposals pr where ${AS_APPROVED})`;

/** Posts that come back are those of their proposals again. @param from rows `b` with `before`, as above */
export const bringBackProposalsSql = (from: string) => `
  update proposals pr set post_id = (b.before ->> 'id')::bigint from ${from} where ${AS_APPROVED}`;
