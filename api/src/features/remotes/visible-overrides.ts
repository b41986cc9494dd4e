import type { Context } from 'koa';
import { isOwnNavigation, overridesIn, policyWith } from './overrides.ts';
import type { CurrentRelease } from './release-row.ts';
import { SESSION_STATE, type Session } from '../../http/session.ts';
import type { Deps } from './shell-delivery.ts';

/** What a developer has on their machine, for whom it is. */
export function visibleOverrides({ publicUrl, overridesAreFor }: Deps) {
  /** Administrators may look at what a developer has on their machine; who impersonates somebody is none. */
  function overridesFor(ctx: Context, visible: CurrentRelease[]): { overrides: CurrentRelease[]; refused: string[] } {
    const isAdmin = (ctx.state[SESSION_STATE] as Session | null)?.isAdmin === true;
    if (!isAdmin && overridesAreFor === 'admins') return { overrides: [], refused: [] };
    const found = overridesIn(visible, ctx.URL.searchParams, {
      ownOrigin: new URL(publicUrl).origin,
      isOwn: isOwnNavigation(ctx.headers),
    });
    ctx.set('content-security-policy', policyWith(ctx.response.get('content-security-policy'), found.overrides));
    return found;
  }

  return { overridesFor };
}
