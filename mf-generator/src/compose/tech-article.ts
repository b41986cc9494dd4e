import { TECH_CATEGORIES, type FIZTECH_CONTENT_TYPES, type FiztechContent, type generateFiztechContent } from '@pagecast/api/contract';
import type { CallInput } from '@pagecast/shell/kit';

export type TechContentType = (typeof FIZTECH_CONTENT_TYPES)[number];
export type TechCategory = (typeof TECH_CATEGORIES)[number];

/** What the tech-site form holds. */
export interface TechArticle {
  readonly contentType: TechContentType;
  readonly productName: string;
  readonly newsCategory: TechCategory;
  readonly content: FiztechContent | null;
}

export const emptyArticle: TechArticle = { contentType: 'review', productName: '', newsCategory: TECH_CATEGORIES[0], content: null };

/** 'review' -> 'Product Review'. Source: spec section 2, Content Generator. */
export const TECH_TYPE_NAMES: Record<TechContentType, string> = { review: 'Product Review', news: 'Tech Article' };

/** A product name for a review only, a category for news only. Null when the product is missing. */
export function readArticle({ contentType, productName, newsCategory }: TechArticle): CallInput<typeof generateFiztechContent>['body'] | null {
  if (contentType === 'news') return { contentType, newsCategory };
  return productName.trim() === '' ? null : { contentType, productName: productName.trim() };
}

/** The article as text: title, body, then whatever else the tech site was given, each with its name. */
export function formatArticle({ title, body, ...rest }: FiztechContent): string {
  const more = Object.entries(rest).flatMap(([name, value]) => {
    const text = textOf(value);
    return text === '' ? [] : [`${name}: ${text}`];
  });
  return [title, body, more.join('\n')].filter((part) => part !== '').join('\n\n');
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(textOf).join(', ') : JSON.stringify(value);
}
