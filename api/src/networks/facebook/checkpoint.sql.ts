/**
 * The video that an attempt has begun to bring to Facebook, in SQL; null where it has none.
 * @param attempt the name of its row
 */
export const videoOf = (attempt: string) => `${attempt}.checkpoint ->> 'videoId'`;

/**
 * What a new attempt knows of those before it at its post, in SQL: that a photo of it was tried in its full size.
 * @param post the id of the post
 */
export const knownBefore = (post: string) =>
  `case when exists (select from publish_attempts e where e.post_id = ${post} and e.ended_at is not null
    and e.checkpoint ->> 'isLargeTried' = 'true') then '{"isLargeTried": true}' else '{}' end::jsonb`;
