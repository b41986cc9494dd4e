import { TECH_CATEGORIES } from '../../../contract/generation.ts';
import { ARTICLE_SCHEMA, askForArticle, readArticle, type ArticleRequest } from '../../generation/article-generator.ts';
import { claimFindings, languageFindings, lengthFindings, topicFindings } from '../checks.ts';
import { at, type ExamFinding, type GoldenCase } from '../golden-case.ts';
import { proseFlaws } from '../structure.ts';

type Article = ReturnType<typeof readArticle>;

/** How many words the body is to have, as the rules of its prompt say. */
const BODY_WORDS = [500, 900] as const;
const SUMMARY_WORDS = [5, 80] as const;
const MOST_TITLE_LETTERS = 120;
const MOST_TAGS = 8;

const PRODUCTS = [
  'Nimbus One phone',
  'Kilat X2 earbuds',
  'Sawah solar lamp',
  'Rimba trail watch',
  'Pantai e-reader',
  'Bayu air purifier',
  'Titan K7 keyboard',
  'Lensa Mini camera',
] as const;
const EACH = PRODUCTS.length;

export const REVIEW_CASES: readonly GoldenCase[] = PRODUCTS.map((productName, index) =>
  articleCase(`review-${index + 1}`, 'review', { contentType: 'review', productName }, productName),
);

export const NEWS_CASES: readonly GoldenCase[] = Array.from({ length: EACH }, (_, index) => {
  const newsCategory = at(TECH_CATEGORIES, index);
  return articleCase(`news-${index + 1}`, 'news', { contentType: 'news', newsCategory }, newsCategory);
});

function articleCase(id: string, prompt: 'review' | 'news', request: ArticleRequest, about: string): GoldenCase {
  const read = (answer: string) => readArticle(answer, request);
  return {
    id,
    prompt,
    kind: about,
    tone: null,
    language: 'English',
    length: `${BODY_WORDS[0]}-${BODY_WORDS[1]} words`,
    ask: (writing) => ({ ...askForArticle(request, writing), schema: ARTICLE_SCHEMA }),
    read: (answer) => asRead(answer, read),
    findings: (answer) => articleFindings(answer, read, { words: BODY_WORDS, about: [about], sources: [about] }),
  };
}

interface GoodArticle {
  readonly words: readonly [number, number];
  readonly about: readonly string[];
  readonly sources: readonly string[];
}

/** Nobody gave the names that an article about a whole field speaks of, and each word of a headline looks like one. */
const FIGURES = /\d/;

export async function articleFindings(
  answer: string,
  read: (answer: string) => Article,
  { words, about, sources }: GoodArticle,
): Promise<ExamFinding[]> {
  const article = orNull(() => read(answer));
  if (article === null) return [{ check: 'structure', detail: 'is no article' }];
  const { title, body, summary = '' } = article;
  const whole = [title, body, summary].join('\n\n');
  return [
    ...(await languageFindings('English', ofItsOwn(body))),
    ...lengthFindings(words, body),
    ...(summary === '' ? [] : lengthFindings(SUMMARY_WORDS, summary)),
    ...claimFindings(sources, whole, FIGURES),
    ...articleFlaws(article).map((detail): ExamFinding => ({ check: 'structure', detail })),
    ...topicFindings(about, whole),
  ];
}

function articleFlaws({ title, body, summary, tags }: Article): string[] {
  return [
    ...(/^#|\*\*|\n/.test(title) || title.length > MOST_TITLE_LETTERS ? ['has no plain title'] : []),
    ...(/^ {0,3}```|<\/?(?:p|div|h\d)\b/m.test(body) ? ['has markup'] : []),
    ...(/\n\s*\n/.test(body) ? [] : ['has no paragraphs']),
    ...((summary ?? '') === '' ? ['has no summary'] : []),
    ...(tags.length === 0 || tags.length > MOST_TAGS ? [`has ${tags.length} tags`] : []),
    ...proseFlaws(body),
  ];
}

/** An article as its text. */
export function asRead(answer: string, read: (answer: string) => Article): string {
  const article = orNull(() => read(answer));
  return article === null ? answer : [article.title, article.body, article.summary ?? ''].join('\n\n').trim();
}

/** Without what it quotes, which is in whatever language its source is. */
export const ofItsOwn = (text: string): string => text.replaceAll(/[“"«][^”"»]*[”"»]/g, ' ');

function orNull<Value>(make: () => Value): Value | null {
  try {
    return make();
  } catch {
    return null;
  }
}
