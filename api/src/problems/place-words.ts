import { networkFacts } from '../contract/networks.ts';

/** Where a post goes. */
export interface Place {
  /** The name of its network. */
  readonly target: string;
  /** The name of the page, as its owner knows it; null at a network without pages. */
  readonly page: string | null;
}

/** Who answers, or does not, at the beginning of a sentence. */
export function networkName(target: string): string {
  return networkFacts(target).speaker;
}

/** The same within a sentence: 'Facebook', 'the tech site'. */
export function networkWithin(target: string): string {
  const { hasPages, speaker, place } = networkFacts(target);
  return hasPages ? speaker : place;
}

/** Where a post goes, within a sentence. */
export function placeName({ target, page }: Place): string {
  return page ?? networkFacts(target).place;
}
