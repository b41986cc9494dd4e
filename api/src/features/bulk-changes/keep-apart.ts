import type { PageId, PostId } from '../../contract/ids.ts';
import { tooCloseTo } from '../slots/spacing.ts';

/** Where a post stands, or is to stand. */
export interface Spot {
  readonly facebookPageId: PageId;
  readonly at: Date;
}

/** A post that is to stand elsewhere. */
export interface Wanted extends Spot {
  readonly id: PostId;
  /** Where it stays if it cannot; null when it takes nobody's place there. */
  readonly from: Spot | null;
}

const MINUTE_MS = 60_000;

/** Spots of pages, found by their neighbourhood: thousands of them are looked through for each of hundreds. */
class Spots<Kept extends Spot> {
  readonly #spacingMinutes: number;
  readonly #blocks = new Map<string, Kept[]>();

  constructor(spacingMinutes: number) {
    this.#spacingMinutes = spacingMinutes;
  }

  add(spot: Kept): void {
    const key = this.#key(spot, 0);
    const there = this.#blocks.get(key);
    if (there === undefined) this.#blocks.set(key, [spot]);
    else there.push(spot);
  }

  remove(spot: Kept): void {
    const there = this.#blocks.get(this.#key(spot, 0)) ?? [];
    there.splice(there.indexOf(spot), 1);
  }

  /** Those that are too close to it. */
  near(spot: Spot): Kept[] {
    const around = [-1, 0, 1].flatMap((step) => this.#blocks.get(this.#key(spot, step)) ?? []);
    return around.filter(({ at }) => tooCloseTo(at, [spot.at], this.#spacingMinutes) !== null);
  }

  #key({ facebookPageId, at }: Spot, step: number): string {
    const block = Math.floor(at.getTime() / (Math.max(1, this.#spacingMinutes) * MINUTE_MS));
    return `${facebookPageId}/${block + step}`;
  }
}

/**
 * Which posts stay where they are because they would be too close to another one of their page: one that is not moved,
 * one that stays too, or one that comes before them here.
 * @param wanted in the order in which they are served
 * @param taken times of the pages' other posts
 * @param stoodTogether they may be as close to each other as they were before
 */
export function thoseTooClose(
  wanted: readonly Wanted[],
  taken: ReadonlyMap<PageId, readonly Date[]>,
  spacingMinutes: number,
  { stoodTogether = false }: { readonly stoodTogether?: boolean } = {},
): ReadonlySet<PostId> {
  const others = new Spots<Spot>(spacingMinutes);
  for (const [facebookPageId, times] of taken) for (const at of times) others.add({ facebookPageId, at });
  const placed = new Spots<Wanted>(spacingMinutes);
  const staying: Wanted[] = [];
  for (const post of wanted) {
    if (others.near(post).length > 0 || (!stoodTogether && placed.near(post).length > 0)) staying.push(post);
    else placed.add(post);
  }
  // Whoever stays keeps a place that another one was given, who then stays too.
  for (const { from } of staying)
    for (const post of from === null ? [] : placed.near(from)) {
      placed.remove(post);
      staying.push(post);
    }
  return new Set(staying.map(({ id }) => id));
}
