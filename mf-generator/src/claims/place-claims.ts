import type { UnsourcedClaim } from '@pagecast/api/contract';

/** A part of a text by its place. */
export interface Found {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface PlacedClaim extends UnsourcedClaim {
  /** How often the text says it. */
  readonly times: number;
}

/**
 * What was found where it stands in the text as it is now, which may have changed since. What is no longer there is
 * left out.
 */
export function placeFound<One extends Found>(text: string, found: readonly One[]): One[] {
  const isAsFound = found.every((one) => text.slice(one.start, one.end) === one.text);
  if (isAsFound) return [...found];
  let from = 0;
  return found.flatMap((one) => {
    const start = text.indexOf(one.text, from);
    if (start < 0) return [];
    from = start + one.text.length;
    return [{ ...one, start, end: from }];
  });
}

/** Both in the order of the text, none within another. */
export function together(some: readonly Found[], others: readonly Found[]): Found[] {
  let end = 0;
  return [...some, ...others]
    .toSorted((one, other) => one.start - other.start)
    .filter((one) => {
      const isApart = one.start >= end;
      if (isApart) ({ end } = one);
      return isApart;
    });
}

/** Each thing that is claimed once, where it is said first. */
export function distinctClaims(claims: readonly UnsourcedClaim[]): PlacedClaim[] {
  const byText = new Map<string, PlacedClaim>();
  for (const claim of claims) {
    const known = byText.get(claim.text);
    byText.set(claim.text, known === undefined ? { ...claim, times: 1 } : { ...known, times: known.times + 1 });
  }
  return [...byText.values()];
}
