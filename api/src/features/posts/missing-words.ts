/** What is said when a new post lacks something. */
interface Words {
  noPage(status: 'draft' | 'scheduled' | 'published'): string;
  readonly noTime: string;
  readonly past: string;
}

const GENERATOR_WORDS: Words = {
  noPage: (status) => `Please select a Facebook page to ${status === 'scheduled' ? 'schedule' : 'publish'} this post.`,
  noTime: 'Please select both date and time for scheduling.',
  past: 'Please select a future date and time.',
};
const MEDIA_CENTER_WORDS: Words = {
  noPage: () => 'Please select a Facebook page',
  noTime: 'Please select both date and time for scheduling',
  past: 'Scheduled time must be in the future',
};

/** Each screen has its own words for the same gap. Source: spec section 5. */
export function wordsFor({ media }: { readonly media?: object }): Words {
  return media === undefined ? GENERATOR_WORDS : MEDIA_CENTER_WORDS;
}
