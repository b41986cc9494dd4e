import * as z from 'zod';
import { beginningOf } from '../../beginning-of.ts';
import { InvalidInputError } from '../../http/errors.ts';

/** The kinds of post that go to the tech site, by what they are called there. */
export const CONTENT_TYPES = { review: 'tech-review', news: 'tech-news' } as const;
export type ArticleType = keyof typeof CONTENT_TYPES;

const TITLE_MAX = 300;
const oneLine = (max: number) =>
  z
    .string()
    .trim()
    .transform((value) => value.replace(/\s+/g, ' '))
    .pipe(z.string().min(1, 'Must not be empty').max(max));
const MOST_TAGS = 20;

/** What the tech site takes; anything else that a generator wrote stays behind. */
const Article = z.object({
  type: z.enum(['review', 'news']),
  title: oneLine(TITLE_MAX),
  body: z.string().trim().min(1, 'Must not be empty').max(200_000),
  summary: z.string().max(2000).optional(),
  // Counted before the first is read.
  tags: z
    .array(z.unknown())
    .max(MOST_TAGS)
    .pipe(z.array(oneLine(60)))
    .optional(),
  productName: z.string().max(200).optional(),
  category: z.string().max(100).optional(),
  rating: z.number().min(0).max(10).optional(),
  language: z.string().max(40).optional(),
});
export type Article = z.infer<typeof Article>;

/** @throws InvalidInputError naming every field that the tech site would not take */
export function readArticle(type: ArticleType, content: Readonly<Record<string, unknown>>): Article {
  const read = Article.safeParse({ ...content, type });
  if (read.success) return read.data;
  throw InvalidInputError.of(
    read.error.issues.map((issue) => ({ path: ['content', ...issue.path].join('.'), message: issue.message })),
  );
}

/** An article as the text of a post: the title stands alone on the first line. */
export function textOf({ title, body }: Pick<Article, 'title' | 'body'>): string {
  return `${title}\n\n${body}`;
}

/** The other way round. A text of a single line is both, a title too long is cut at a word. */
export function titleAndBody(text: string): { title: string; body: string } {
  const [first = '', ...rest] = text.trim().split('\n');
  return { title: cut(first.trim().replace(/\s+/g, ' ')), body: rest.join('\n').trim() || text.trim() };
}

function cut(title: string): string {
  if (title.length <= TITLE_MAX) return title;
  const whole = title.slice(0, TITLE_MAX - 1);
  return `${beginningOf(whole, Math.max(whole.lastIndexOf(' '), TITLE_MAX / 2)).trimEnd()}…`;
}

export function articleType(contentType: string): ArticleType {
  return contentType === CONTENT_TYPES.review || contentType === 'product-review' ? 'review' : 'news';
}
