import type { LoadPhase } from '../../contract/remotes.ts';
import type { ShareVerdict } from '../../contract/release-judgements.ts';
import type { Session } from '../../http/session.ts';
import type { Share } from './release-shares.repository.ts';

/** Says whether a shared version is worse than the one before it. */
export interface ReleaseJudge {
  /** How an area came in somebody's page; `phase` null where it did. */
  hearLoad(
    session: Session | null,
    load: { readonly name: string; readonly version: string; readonly phase: LoadPhase | null },
  ): Promise<void>;
  /** Whether the version of a share may go to more people by itself. */
  mayGrow(share: Share): Promise<boolean>;
  /** By the ids of shares. */
  verdicts(shareIds: readonly number[]): Promise<Map<number, ShareVerdict>>;
}
