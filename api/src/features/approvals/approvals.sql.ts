/** Stands for what was let through of a post: any change of it is another. @param post the row */
export const approvedHashSql = (post: string): string =>
  `encode(sha256(convert_to(jsonb_build_array(${post}.content, ${post}.facebook_page_id, ${post}.media_type,
    ${post}.placement)::text, 'UTF8')), 'hex')`;

/** What `noteApprovalSql` has to know of the post that is made. */
export const APPROVED_POST = 'id, user_id, environment, facebook_page_id, content, media_type, placement, scheduled_at';

/**
 * Notes who let the posts of `from` through, in the statement that makes them.
 * @param from rows with the columns of `APPROVED_POST`
 * @param rule the rule as JSON, for what one approves
 */
export const noteApprovalSql = (
  from: string,
  { kind, zone, rule = 'null' }: { kind: 'person' | 'rule' | 'nobody'; zone: string; rule?: string },
): string => `
  insert into post_approvals (user_id, environment, facebook_page_id, post_id, kind, rule, content_hash, goes_out_at,
    goes_out_on)
  select user_id, environment, facebook_page_id, id, '${kind}', ${rule}::jsonb, ${approvedHashSql(from)},
    scheduled_at, (scheduled_at at time zone ${zone})::date from ${from}`;

/** Who let a post through, as JSON that goes with its row; nothing of other posts. */
export const approvalOfPostSql = (post: string) => `coalesce((
  select jsonb_build_object('approval_id', a.id) from post_approvals a where a.post_id = ${post}.id), '{}')`;

/** Posts that come back have who let them through. @param from rows `b` with `before`, a row of posts with that */
export const bringBackApprovalsSql = (from: string) => `
  update post_approvals a set post_id = (b.before ->> 'id')::bigint from ${from}
  where a.id = (b.before ->> 'approval_id')::bigint and a.post_id is null`;
