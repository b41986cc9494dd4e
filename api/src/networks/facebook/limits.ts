/** Reels that a page may publish in any 24 hours. Source: Facebook, Reels Publishing API. */
export const REELS_PER_DAY = 30;
