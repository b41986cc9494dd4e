import type { CLAIM_KINDS } from '../contract/claims.ts';

export type ClaimKind = (typeof CLAIM_KINDS)[number];

/** A claim as it was found. Positions are those of UTF-16 units, as of `String.slice`. */
export interface FoundClaim {
  readonly kind: ClaimKind;
  readonly start: number;
  readonly end: number;
  /** What it says, however it is written: a source that gives one of these is a source of it. */
  readonly keys: readonly string[];
  /** What it gives, where it stands in a source. */
  readonly gives: readonly string[];
}

/** Where something is known from: the brief, a fact of the profile, the text of a linked page. */
export interface Source {
  /** Names it for who reads the result. */
  readonly where: string;
  readonly text: string;
}

export interface ClaimSource {
  readonly where: string;
  readonly start: number;
  readonly end: number;
}

export interface Claim {
  readonly kind: ClaimKind;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** null: nothing that was given says so. */
  readonly source: ClaimSource | null;
}
