import { ConflictError, NotFoundError } from '../../http/errors.ts';
import type { Actor } from '../audit/audit.repository.ts';
import { nextStep, releaseSharesRepository, type Share } from './release-shares.repository.ts';
import { assertPossible, type Wanted } from './possible-share.ts';
import { endsOf, type EndDeps } from './share-ends.ts';
import { changedSince, growthOf, type GrowthDeps, type How } from './share-growth.ts';
import { extentWords } from './share-words.ts';

type Deps = GrowthDeps & EndDeps;

/** What the caller saw of a share. */
interface Seen {
  readonly id: number;
  readonly percent?: number | undefined;
}

/** Gives a version to a part of all people, to more of them, and at last to everybody or to nobody. */
export function sharesService(deps: Deps) {
  const { db } = deps;
  const shares = releaseSharesRepository(db);
  const { begin, grow } = growthOf(deps);
  const { promote, end, endIfMoved } = endsOf(deps);

  /** @throws NotFoundError where none grows, ShareChangedError where it is not what the caller saw */
  async function growing(name: string, seen?: Seen): Promise<Share> {
    const share = await shares.growingOf(name);
    const isSeen = seen === undefined || (share?.id === seen.id && (seen.percent ?? share.percent) === share.percent);
    if (!isSeen) throw changedSince(name);
    if (share === null) throw new NotFoundError(`No version of ${name} is being shared.`);
    if (await endIfMoved(share)) throw changedSince(name);
    return share;
  }

  /** The next step of its plan; without one everybody gets it. */
  const advance = (actor: Actor, share: Share, how: How): Promise<Share> => {
    const percent = nextStep(share.plan, share.percent)?.percent ?? 100;
    return percent === 100 ? promote(actor, share, how) : grow(actor, share, { percent }, how);
  };

  return {
    shown: shares.shown,
    due: shares.due,
    isOverdue: shares.isOverdue,
    advance,

    /** Ends shares of areas that were moved by processes that do not know of them. */
    async endMoved(): Promise<void> {
      for (const share of await shares.growing()) await endIfMoved(share);
    },

    /**
     * Begins a share, or lets one grow that has this version. With 100 percent everybody gets it.
     * @throws InvalidInputError, NotFoundError, ConflictError or RefusedError in words for whoever asked
     */
    async share(actor: Actor, name: string, wanted: Wanted, how: How): Promise<Share> {
      const found = await shares.growingOf(name);
      const share = found === null || (await endIfMoved(found)) ? null : found;
      await assertPossible(db, wanted, share);
      if (share === null) return begin(actor, name, wanted, how);
      if (share.version !== wanted.version)
        throw new ConflictError(
          `${name} ${share.version} is shared with ${extentWords(share)} already. Promote or abort it first: ` +
            'people get one new version of an area at a time.',
        );
      return wanted.percent === 100 ? promote(actor, share, how) : grow(actor, share, wanted, how);
    },

    promote: async (actor: Actor, name: string, seen: Seen | undefined, how: How): Promise<Share> =>
      advance(actor, await growing(name, seen), how),

    async abort(actor: Actor, name: string, seen: Seen | undefined, how: Pick<How, 'provenance'>): Promise<Share> {
      const share = await growing(name, seen && { id: seen.id });
      return end(actor, share, 'aborted', { reason: { code: 'by-hand', params: {} }, ...how });
    },

    end,
  };
}
export type SharesService = ReturnType<typeof sharesService>;
