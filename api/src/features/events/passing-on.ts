import type { Logger } from 'pino';
import type { UserId } from '../../contract/ids.ts';
import type { LiveFamily } from '../../contract/status.ts';
import type { Owner } from '../../db/owner.ts';

/** Changes that come close together are passed on together. */
const GATHER_MS = 300;
const PASSED_ON = ['posts', 'automation'] as const satisfies readonly LiveFamily[];

export interface PassingOn {
  /** Whose screens show posts of these people, as it is at this moment. */
  viewersOf(userIds: readonly UserId[]): Promise<readonly Owner[]>;
}

/** What changes in somebody's posts and proposals is news for everybody who works with the same pages. */
export function passingOn({
  viewersOf,
  log,
  notify,
}: PassingOn & { readonly log: Logger; notify(owner: Owner, families: readonly LiveFamily[]): void }) {
  const changed = { posts: new Set<UserId>(), automation: new Set<UserId>() };
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function passOn(): Promise<void> {
    timer = undefined;
    const taken = PASSED_ON.map((family) => [family, [...changed[family]]] as const);
    for (const family of PASSED_ON) changed[family].clear();
    try {
      for (const [family, userIds] of taken)
        if (userIds.length > 0) for (const viewer of await viewersOf(userIds)) notify(viewer, [family]);
    } catch (error) {
      // They see it when they look again.
      if (!isStopped) log.warn({ err: error }, 'events.not-passed-on');
    }
  }

  return {
    /** @param owner as notices name them: `user:environment` */
    note(owner: string, families: readonly LiveFamily[]): void {
      const news = PASSED_ON.filter((family) => families.includes(family));
      if (isStopped || news.length === 0) return;
      for (const family of news) changed[family].add(Number(owner.split(':')[0]) as UserId);
      timer ??= setTimeout(() => void passOn(), GATHER_MS);
    },
    stop(): void {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
