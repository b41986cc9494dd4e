import { networkFacts } from '../../contract/networks.ts';
import type { Place } from '../problem.ts';

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
