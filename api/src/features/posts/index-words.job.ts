import type { Job } from '../../jobs/jobs.ts';
import type { FoundPostsRepository } from './found-posts.repository.ts';

/** Brings the words of new and of newly published posts into the indexes of the search: no post waits for that. */
export function indexWordsJob({ found }: { found: FoundPostsRepository }): Job {
  return { name: 'index-words', rule: '37 * * * * *', run: () => found.indexWords() };
}
