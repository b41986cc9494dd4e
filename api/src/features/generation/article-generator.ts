import { parse as parsePartial } from 'partial-json';
import * as z from 'zod';
import { answerJson } from '../../http/answer-json.ts';
import { InvalidInputError } from '../../http/errors.ts';
import type { Complete, Completed } from '../../ai/ai.ts';
import { sentenceFor } from '../../ai/ai-errors.ts';
import { rendered, type Ask } from '../../prompts/prompt.ts';
import type { Writing } from '../../prompts/writing.ts';
import { fencedSource, nameOf, type PublishedSource } from '../../sourcing/source.ts';

/** What an article is to be about. */
export type ArticleRequest =
  | { readonly contentType: 'review'; readonly productName: string }
  | {
      readonly contentType: 'news';
      readonly newsCategory: string;
      /** What it is about; left out: what moves the field. */
      readonly source?: PublishedSource | null;
    };

/** As the AI has to send it: its strict mode wants every field and no limits. */
const Written = z.strictObject({ title: z.string(), body: z.string(), summary: z.string(), tags: z.array(z.string()) });
export const ARTICLE_SCHEMA = { name: 'article', schema: z.toJSONSchema(Written) as Record<string, unknown> };

/** As the tech site takes it. */
const Usable = Written.extend({
  title: z.string().trim().min(1).max(300),
  body: z.string().trim().min(1),
  summary: z
    .string()
    .trim()
    .max(2000)
    .transform((value) => value || undefined),
  tags: z.array(z.string().trim().max(60)).transform((tags) => tags.filter((tag) => tag !== '').slice(0, 20)),
});

const MAX_TOKENS = 6000;
/** Each time the whole draft is sent anew. */
const CHUNK_EVERY_MS = 150;

/** Writes articles for the tech site. */
export function articleGenerator(complete: Complete) {
  return {
    /**
     * @param onDraft gets the article as far as it is written
     * @returns an article as `readArticle` reads it
     * @throws AppError in words for the person who asked
     */
    async write(
      asked: Ask,
      signal: AbortSignal,
      onDraft?: (draft: { title: string; body: string }) => void,
    ): Promise<Completed> {
      let soFar = '';
      let sentAt = -Infinity;
      const onChunk =
        onDraft &&
        ((chunk: string) => {
          soFar += chunk;
          if (performance.now() < sentAt + CHUNK_EVERY_MS) return;
          sentAt = performance.now();
          onDraft(unfinished(soFar));
        });
      const completed = await complete({ ...asked, schema: ARTICLE_SCHEMA, onChunk }, signal);
      usable(completed.text);
      return completed;
    },
  };
}
export type ArticleGenerator = ReturnType<typeof articleGenerator>;

/** An article as the AI wrote it for this request. @throws AppError for what is none */
export function readArticle(text: string, request: ArticleRequest) {
  return {
    ...usable(text),
    ...(request.contentType === 'review' ? { productName: request.productName } : { category: request.newsCategory }),
  };
}

function usable(text: string): z.output<typeof Usable> {
  const written = Usable.safeParse(answerJson(text));
  if (!written.success) throw sentenceFor('unusable');
  return written.data;
}

/** @throws InvalidInputError in the words of the screen, when it is not said what about */
export function readArticleRequest(body: {
  contentType: 'review' | 'news';
  productName?: string | undefined;
  newsCategory?: string | undefined;
}): ArticleRequest {
  if (body.contentType === 'news') {
    if (body.newsCategory === undefined)
      throw InvalidInputError.of([{ path: 'newsCategory', message: 'Please choose a tech category' }]);
    return { contentType: 'news', newsCategory: body.newsCategory };
  }
  if (body.productName === undefined)
    throw new InvalidInputError('Please enter a product name.', {
      issues: [{ path: 'productName', message: 'Please enter a product name.' }],
    });
  return { contentType: 'review', productName: body.productName };
}

/** What the AI is asked for this article. */
export function askForArticle(request: ArticleRequest, { model, prompt }: Writing): Ask {
  const asked =
    request.contentType === 'review'
      ? rendered(prompt('review'), { productName: request.productName })
      : newsOf(request, prompt);
  return { ...asked, model, maxTokens: MAX_TOKENS };
}

function newsOf({ newsCategory: category, source = null }: NewsRequest, prompt: Writing['prompt']) {
  if (source === null) return rendered(prompt('news'), { category });
  return rendered(prompt('sourced-news'), { category, name: nameOf(source), source: fencedSource(source) });
}
type NewsRequest = Extract<ArticleRequest, { contentType: 'news' }>;

/** What can be read of an article whose JSON is still being written. */
function unfinished(text: string): { title: string; body: string } {
  const Draft = z.object({ title: z.string().catch(''), body: z.string().catch('') }).catch({ title: '', body: '' });
  return Draft.parse(text.trim() === '' ? {} : parsePartial(text));
}
