import { createHash } from 'node:crypto';
import { SHELL } from '../../contract/remotes.ts';
import type { UnreadableRelease } from './readable-releases.ts';
import type { Share } from './release-shares.repository.ts';
import type { CurrentRelease, CurrentShell } from './release-row.ts';

/** A version that some people get in place of what is current. */
export interface SharedRelease {
  readonly share: Pick<Share, 'id' | 'percent' | 'people'>;
  readonly release: CurrentRelease;
}

/** What pages are made of. */
export interface ShownReleases {
  readonly areas: CurrentRelease[];
  /** What is current; null where the registry has none. */
  readonly shell: CurrentShell | null;
  /** What somebody gets in its place. */
  readonly sharedShell: CurrentShell | null;
}

/** The same for everybody. */
export interface Registry extends Omit<ShownReleases, 'sharedShell'> {
  readonly shares: readonly SharedRelease[];
  /** What nobody is shown: it costs its own area and no other. */
  readonly unreadable: readonly UnreadableRelease[];
}

/** A person's place is told to a ten-thousandth. */
const PLACES = 10_000;

/**
 * Whether a person gets the version of a share. Their place follows from the two alone: it is the same on every device
 * and server, stays while the share grows, and differs from share to share.
 */
export function isIn({ id, percent, people }: SharedRelease['share'], facebookId: string): boolean {
  if (people.includes(facebookId)) return true;
  const place = createHash('sha256').update(`share ${id} ${facebookId}`).digest().readUInt32BE(0) % PLACES;
  return place < (percent / 100) * PLACES;
}

/**
 * What somebody is shown: the version of each share that they are in, and else what is current. Whoever impersonates
 * somebody is shown what that person is. Without a session it is what is current.
 */
export function shownTo(
  session: { readonly facebookId: string } | null,
  { areas, shell, shares }: Registry,
): ShownReleases {
  const own = session === null ? [] : shares.filter(({ share }) => isIn(share, session.facebookId));
  const releases = own.map(({ release }) => release);
  const ownAreas = releases.filter(({ name }) => name !== SHELL);
  return {
    areas: [...areas.filter(({ name }) => !ownAreas.some((area) => area.name === name)), ...ownAreas],
    shell,
    sharedShell: releases.find(({ name }) => name === SHELL) ?? null,
  };
}
