/**
 * The zone of a page's days and times: its own, else that of its owner, as they chose it or as their browser told at
 * the last login.
 * @param pageId SQL of the id of its row
 */
export const pageZoneSql = (pageId: string) => `(
  select coalesce(w.time_zone, u.time_zone, u.browser_time_zone, 'UTC')
  from facebook_pages z join users u on u.id = z.user_id left join page_plans w on w.facebook_page_id = z.id
  where z.id = ${pageId})`;
