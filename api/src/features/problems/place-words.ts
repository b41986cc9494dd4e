import type { PublishPlatform } from '../../contract/posts.ts';

interface Place {
  readonly target: PublishPlatform;
  /** Its name, as its owner knows it. */
  readonly page: string | null;
}

const NETWORKS: Readonly<Record<PublishPlatform, { name: string; withoutPage: string }>> = {
  facebook: { name: 'Facebook', withoutPage: 'its page' },
  fiztech: { name: 'The tech site', withoutPage: 'the tech site' },
};

/** Who answers, or does not, at the beginning of a sentence. */
export function networkName(target: PublishPlatform): string {
  return NETWORKS[target].name;
}

/** Where a post goes, within a sentence. */
export function placeName({ target, page }: Place): string {
  return page ?? NETWORKS[target].withoutPage;
}
