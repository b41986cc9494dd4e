import type { UnsourcedClaim } from '@pagecast/api/contract';

export interface PlacedClaim extends UnsourcedClaim {
  /** How often the text says it. */
  readonly times: number;
}

/**
 * The claims where they stand in the text as it is now, which may have changed since they were found: what is no longer
 * there is left out.
 */
export function placeClaims(text: string, claims: readonly UnsourcedClaim[]): UnsourcedClaim[] {
  const isAsFound = claims.every((claim) => text.slice(claim.start, claim.end) === claim.text);
  if (isAsFound) return [...claims];
  let from = 0;
  return claims.flatMap((claim) => {
    const start = text.indexOf(claim.text, from);
    if (start < 0) return [];
    from = start + claim.text.length;
    return [{ ...claim, start, end: from }];
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
