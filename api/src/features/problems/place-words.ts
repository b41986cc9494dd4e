import { networkFacts } from '../../contract/networks.ts';

interface Place {
  /** The name of its network. */
  readonly target: string;
  /** Its name, as its owner knows it. */
  readonly page: string | null;
}

/** Who answers, or does not, at the beginning of a sentence. */
export function networkName(target: string): string {
  return networkFacts(target).speaker;
}

/** Where a post goes, within a sentence. */
export function placeName({ target, page }: Place): string {
  return page ?? networkFacts(target).place;
}
