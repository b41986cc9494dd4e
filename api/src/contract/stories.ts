/** Where a post is shown on its page: among its posts, or for a day as a story. */
export const PLACEMENTS = ['feed', 'story'] as const;
export type Placement = (typeof PLACEMENTS)[number];

/** What lists call a story: it has no words of its own. */
export const STORY_NAMES = { image: 'Image story', video: 'Video story' } as const;

/** Followers see a story for so long. */
export const STORY_HOURS = 24;
/** A video of a story, in seconds. Source: Facebook, Page Stories API. */
export const STORY_SECONDS = { shortest: 3, longest: 60 } as const;
