import type { Knex } from 'knex';
import * as contract from '../../contract/index.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { LIVE_FAMILIES, type LiveFamily } from '../../contract/status.ts';
import type { Session } from '../../http/session.ts';
import { pageMarksRepository } from './page-marks.repository.ts';

/** What tokens may read. */
const READS = (Object.values(contract) as unknown[]).filter(
  (some): some is Endpoint =>
    typeof some === 'object' && some !== null && 'scope' in some && 'method' in some && some.method === 'GET',
);
/** What stands on pages: a token of some of them hears of it where theirs changed. */
const ON_PAGES: readonly LiveFamily[] = ['pages', 'posts', 'dashboard', 'notifications', 'automation'];

/** The families that somebody may hear of: all of them, or those that their token may read. */
export function familiesFor({ token, onlyPages }: Session): readonly LiveFamily[] {
  if (token === null) return LIVE_FAMILIES;
  const readable = READS.filter(
    ({ scope, isByPage }) => scope !== undefined && token.scopes.includes(scope) && (!onlyPages || isByPage === true),
  );
  return LIVE_FAMILIES.filter((family) => readable.some(({ resource }) => resource === family));
}

/**
 * Says of what changed how much somebody may hear of. Notices name no page, so for a token of some pages it is looked
 * whether theirs are as they were; nobody else's stream waits for that.
 */
export function hearingOf(db: Knex, session: Session) {
  const allowed = new Set(familiesFor(session));
  const { onlyPages } = session;
  if (!onlyPages) {
    return {
      allowed,
      hear: (families: readonly LiveFamily[], tell: (families: readonly LiveFamily[]) => void): void =>
        tell(families.filter((family) => allowed.has(family))),
    };
  }
  const marks = pageMarksRepository(db);
  let known = marks.of(session, onlyPages).catch(() => null);
  let pending = new Set<LiveFamily>();
  let isLooking = false;

  async function look(tell: (families: readonly LiveFamily[]) => void): Promise<void> {
    while (pending.size > 0) {
      const before = await known;
      const heard = pending;
      pending = new Set();
      const now = await marks.of(session, onlyPages ?? []).catch(() => null);
      known = Promise.resolve(now);
      // Nobody knows: they look themselves.
      tell([...heard].filter((family) => before === null || now === null || before[family] !== now[family]));
    }
    isLooking = false;
  }

  return {
    allowed,
    hear(families: readonly LiveFamily[], tell: (families: readonly LiveFamily[]) => void): void {
      const own = families.filter((family) => allowed.has(family));
      tell(own.filter((family) => !ON_PAGES.includes(family)));
      for (const family of own) if (ON_PAGES.includes(family)) pending.add(family);
      if (isLooking || pending.size === 0) return;
      isLooking = true;
      void look(tell);
    },
  };
}
export type Hearing = ReturnType<typeof hearingOf>;
