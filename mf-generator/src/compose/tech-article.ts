import type { FiztechContent, generateFiztechContent } from '@pagecast/api/contract';
import type { CallInput } from '@pagecast/shell/kit';
import type { DraftSource, TechArticle } from '../drafts/draft.ts';

type TechContentType = TechArticle['contentType'];

/** 'review' -> 'Product Review'. Source: spec section 2, Content Generator. */
export const TECH_TYPE_NAMES: Record<TechContentType, string> = { review: 'Product Review', news: 'Tech Article' };

/** A product name for a review only, a category for news only. Null when the product is missing. */
export function readArticle(
  { contentType, productName, newsCategory }: TechArticle,
  source?: DraftSource,
): CallInput<typeof generateFiztechContent>['body'] | null {
  if (contentType === 'news')
    return { contentType, newsCategory, ...(source !== undefined && { sourceId: source.id }) };
  return productName.trim() === '' ? null : { contentType, productName: productName.trim() };
}

/** What an article is, by what it is about; what the form says has maybe changed since it was written. */
export function typeOf(content: FiztechContent, chosen: TechContentType): TechContentType {
  if ('productName' in content) return 'review';
  return 'category' in content ? 'news' : chosen;
}

/** The article as text, to be copied: title, body, then whatever else the tech site was given, each with its name. */
export function formatArticle(content: FiztechContent): string {
  const more = factsOf(content).map(({ name, text }) => `${name}: ${text}`);
  return [content.title, content.body, more.join('\n')].filter((part) => part !== '').join('\n\n');
}

/** What an article holds beside title and body, each with its name for people: 'productName' -> 'Product name'. */
export function factsOf({ title: _title, body: _body, ...rest }: FiztechContent): { name: string; text: string }[] {
  return Object.entries(rest).flatMap(([field, value]) => {
    const text = textOf(value);
    const words = field.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
    return text === '' ? [] : [{ name: words.charAt(0).toUpperCase() + words.slice(1), text }];
  });
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(textOf).join(', ') : JSON.stringify(value);
}
