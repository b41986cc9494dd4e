import { networkFacts, type CalendarPost, type FacebookPage } from '@pagecast/api/contract';
import { lettersOf, pageMarks, PLAIN_MARK, type PageMark } from '@pagecast/shell/kit';

/** The mark of the page that a post is for, and what that is called. */
export interface PostMark extends PageMark {
  readonly name: string;
}

type Marked = Pick<CalendarPost, 'facebookPageId' | 'pageName' | 'publishPlatform'>;
export type MarkOf = (post: Marked) => PostMark;

/** Marks for the posts of somebody who has these pages: the same one each time for the same page and name. */
export function postMarks(pages: readonly Pick<FacebookPage, 'id' | 'name'>[]): MarkOf {
  const make = markMaker(pages);
  const made = new Map<string, PostMark>();
  return (post) => {
    const key = `${post.publishPlatform} ${post.facebookPageId} ${post.pageName}`;
    const known = made.get(key) ?? make(post);
    made.set(key, known);
    return known;
  };
}

function markMaker(pages: readonly Pick<FacebookPage, 'id' | 'name'>[]): MarkOf {
  const marks = pageMarks(pages);
  return ({ facebookPageId, pageName, publishPlatform }) => {
    const { hasPages, title } = networkFacts(publishPlatform);
    if (!hasPages) return { name: title, letters: lettersOf(title), ...PLAIN_MARK };
    const name = pageName ?? 'Unknown Page';
    if (facebookPageId === null) return { name, letters: '?', ...PLAIN_MARK };
    return { name, ...(marks.get(facebookPageId) ?? { letters: lettersOf(name), ...PLAIN_MARK }) };
  };
}
