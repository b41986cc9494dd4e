/**
 * What is to be known of a network that posts go to, by whoever shows or makes them. How posts get there is the API's
 * alone.
 */
export interface NetworkFacts {
  /** On switches. */
  readonly label: string;
  /** On badges and filters. */
  readonly title: string;
  /** Who answers, or does not, at the beginning of a sentence. */
  readonly speaker: string;
  /** Where a post goes that names no page, within a sentence. */
  readonly place: string;
  /** `post`: a text, maybe with files; `article`: a title and a body, without files. */
  readonly form: 'post' | 'article';
  /** Posts go to pages that people connect, and each page paces its own. */
  readonly hasPages: boolean;
  /** People react to posts there, and we may ask how many. */
  readonly hasReactions: boolean;
  /** Where people look for themselves; null where the server alone knows. */
  readonly home: string | null;
  readonly link: {
    /** What its addresses are called. */
    readonly of: string;
    /** They are at this host, or below it; null where the server alone knows it. */
    readonly host: string | null;
  };
}

/** Connected pages are pages of this network, and a post that names none is meant for it. */
export const FACEBOOK = 'facebook';
/** Where generated articles go. */
export const FIZTECH = 'fiztech';

export const NETWORKS = {
  [FACEBOOK]: {
    label: 'Facebook',
    title: 'Facebook',
    speaker: 'Facebook',
    place: 'its page',
    form: 'post',
    hasPages: true,
    hasReactions: true,
    home: 'https://www.facebook.com/',
    link: { of: "the post's address", host: 'facebook.com' },
  },
  [FIZTECH]: {
    label: 'Fiztech',
    title: 'Tech Website',
    speaker: 'The tech site',
    place: 'the tech site',
    form: 'article',
    hasPages: false,
    hasReactions: false,
    home: null,
    link: { of: "the article's address", host: null },
  },
} as const satisfies Record<string, NetworkFacts>;

export type PublishPlatform = keyof typeof NETWORKS;
export const PUBLISH_PLATFORMS = Object.keys(NETWORKS) as readonly PublishPlatform[];

/** Of a network that only a newer release knows, its name. */
export function networkFacts(network: string): NetworkFacts {
  return (
    (NETWORKS as Readonly<Record<string, NetworkFacts>>)[network] ?? {
      label: network,
      title: network,
      speaker: network,
      place: network,
      form: 'article',
      hasPages: false,
      hasReactions: false,
      home: null,
      link: { of: 'its address', host: null },
    }
  );
}
