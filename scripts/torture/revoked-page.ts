import type { Page } from './owner.ts';
import type { World } from './world.ts';

/** What became of the posts of a page that lost its token. */
export interface Revoked {
  /** Posts that waited for their owner to reconnect it. */
  readonly held: number;
  /** Of these, posts without a cause, or all where the owner was told of neither the page nor the login it came by. */
  readonly unnotified: number;
}

const HELD = `
  select count(*)::int as held, (count(*) filter (where problem is null or not exists (
    select from notifications n where n.user_id = p.user_id and n.environment = p.environment and n.kind = 'page'
      and (n.facebook_page_id = p.facebook_page_id or n.group_key = 'login') and n.read_at is null)))::int as unnotified
  from posts p where is_held and status = 'scheduled' and facebook_page_id = $1`;

/** Somebody takes the app's right to the page away in the middle of the chaos run. */
export function revokeLater({ control, table }: World, page: Page, afterMs: number) {
  const timer = setTimeout(() => {
    control('PUT', 'tokens', { page: page.pageId, state: 'revoked' }).catch(() => {});
  }, afterMs);
  return {
    poll: () => table.one<Revoked>(HELD, [page.id]),
    stop: () => {
      clearTimeout(timer);
    },
  };
}
