import * as z from 'zod/mini';
import { byId, limited, list, LongText, oneOf, open, RowId, text } from './common.ts';
import { endpoint, none, streamed } from './endpoint.ts';
import { COMPOSITION_MAX_PAGES, PageId } from './ids.ts';

/** The first of each list is its default, save where said. Source: spec section 9. */
export const TONES = ['Professional', 'Casual', 'Friendly', 'Exciting'] as const;
export type Tone = (typeof TONES)[number];

export const LANGUAGES = ['English', 'Bahasa Melayu'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Words asked for; Medium is the default. */
export const LENGTHS = ['Short', 'Medium', 'Long'] as const;
export type Length = (typeof LENGTHS)[number];
export const DEFAULT_LENGTH: Length = 'Medium';
export const LENGTH_WORDS = { Short: [50, 100], Medium: [100, 200], Long: [1000, 2000] } as const satisfies Record<
  Length,
  readonly [number, number]
>;

/** 'Short (50-100 words)', as the screens name it. */
export function lengthLabel(length: Length): string {
  const [least, most] = LENGTH_WORDS[length];
  return `${length} (${least}-${most} words)`;
}

export const DASHBOARD_CONTENT_TYPES = [
  'social-media-post',
  'promotional',
  'educational',
  'news-article',
  'product-review',
  'blog-post',
  'crypto-analysis',
  'tech-news',
] as const;
export const GENERATOR_CONTENT_TYPES = [
  'story',
  'article',
  'promotional',
  'educational',
  'behind-scenes',
  'ugc',
  'inspirational',
] as const;

export const FIZTECH_CONTENT_TYPES = ['review', 'news'] as const;
export const TECH_CATEGORIES = [
  'Mobile Technology',
  'Artificial Intelligence',
  'Gaming',
  'Software',
  'Hardware',
  'Electric Vehicles',
  'Social Media',
  'Cryptocurrency',
  'Cybersecurity',
  'Cloud Computing',
  'Startups',
] as const;

/** The call to the AI that wrote a text, so that the post made of it can tell where its words come from. */
export const GenerationId = z.optional(z.nullable(RowId));

/** A length by its word or by its whole label, in any letter case. */
const LengthChoice = z.pipe(
  z.pipe(
    limited(100),
    z.transform((given) => (given.trimEnd().endsWith(')') ? given.slice(0, given.indexOf('(')) : given)),
  ),
  oneOf(LENGTHS),
);

const PostWanted = z.strictObject({
  prompt: text(8000),
  contentType: z.optional(limited(50)),
  keywords: z.optional(limited(1000)),
  tone: z.optional(oneOf(TONES)),
  language: z.optional(oneOf(LANGUAGES)),
  length: z.optional(LengthChoice),
  /** The page that it is for, in whose voice it is written. */
  facebookPageId: z.optional(z.nullable(PageId)),
  /** Of a text for several pages: all of them, in whose voices together it is written. */
  pageIds: z.optional(list(PageId, COMPOSITION_MAX_PAGES)),
});

const TextWanted = z.extend(PostWanted, {
  /** What it is to be about: see `readLink`. */
  sourceId: z.optional(z.nullable(RowId)),
});

/** Writes a post. By the same key it is written and paid once, as by `rewriteText`. */
export const generateContent = streamed(
  endpoint({
    method: 'POST',
    path: '/api/quick-content-generate',
    access: 'user',
    scope: 'draft',
    isByPage: true,
    resource: 'generation',
    touches: [],
    params: none,
    query: none,
    body: TextWanted,
    response: z.object({ content: z.string(), generationId: z.number() }),
    idempotent: true,
  }),
  z.object({
    /** The next words; by a key none at first, when it begins. */ text: z.string(),
    generationId: z.number(),
  }),
);

/** What the AI can do to a text that is there. */
export const REWRITINGS = ['retone', 'shorten', 'lengthen', 'spelling', 'to-english', 'to-malay'] as const;
export type Rewriting = (typeof REWRITINGS)[number];
/** More is rewritten in parts. */
export const REWRITE_LENGTH = 10_000;
/** Of what stands before and after a part. */
export const SURROUNDINGS_LENGTH = 500;

const RewritingWanted = z.strictObject({
  rewriting: oneOf(REWRITINGS),
  /** The whole text, or the part of it that is selected. */
  text: text(REWRITE_LENGTH),
  /** What stands before and after it, for the AI to know and to leave alone. */
  before: z.optional(limited(SURROUNDINGS_LENGTH)),
  after: z.optional(limited(SURROUNDINGS_LENGTH)),
  /** Of `retone`: the tone that it gets. */
  tone: z.optional(oneOf(TONES)),
  facebookPageId: z.optional(z.nullable(PageId)),
});

/** Millionths of a US dollar; null for a model without a list price, and where the AI's server told no figures. */
const Micros = z.nullable(z.number());

/** What a text by the AI will cost about, and at most. */
export const AiCost = z.object({ usualMicros: Micros, mostMicros: Micros });
export type AiCost = z.infer<typeof AiCost>;

/**
 * Rewrites a text or a part of one. By the same key it is written and paid once: who lost the answer gets it again.
 * Who hangs up has not stopped it: see `stopWriting`.
 */
export const rewriteText = streamed(
  endpoint({
    method: 'POST',
    path: '/api/text-rewrites',
    access: 'user',
    scope: 'draft',
    isByPage: true,
    resource: 'generation',
    touches: [],
    params: none,
    query: none,
    body: RewritingWanted,
    response: z.object({ content: z.string(), generationId: z.number(), costMicros: Micros }),
    idempotent: true,
  }),
  z.object({ /** The next words; none at first, when it begins. */ text: z.string(), generationId: z.number() }),
);

/** What `rewriteText` would cost, without asking the AI. */
export const estimateRewriting = endpoint({
  method: 'POST',
  path: '/api/text-rewrites/cost',
  access: 'user',
  scope: 'draft',
  isByPage: true,
  resource: 'generation',
  touches: [],
  asksOnly: true,
  params: none,
  query: none,
  body: RewritingWanted,
  response: AiCost,
});

/** So many are written at once, for a person to choose one. */
export const VARIANTS = 3;

/** One of them as it was written, or why there is none: its code, and the sentence for people. */
export const WrittenVariant = z.object({
  content: z.nullable(z.string()),
  generationId: z.number(),
  costMicros: Micros,
  problem: z.nullable(z.object({ code: z.string(), message: z.string() })),
  /** By its person, before its end. */
  isStopped: z.boolean(),
});
export type WrittenVariant = z.infer<typeof WrittenVariant>;

/**
 * Writes a post several times, each time otherwise. The budget has to cover all of them before the first begins; one
 * that fails or is stopped leaves the others. Paid once by the same key, as `rewriteText` is.
 */
export const writeVariants = streamed(
  endpoint({
    method: 'POST',
    path: '/api/text-variants',
    access: 'user',
    scope: 'draft',
    isByPage: true,
    resource: 'generation',
    touches: [],
    params: none,
    query: none,
    body: PostWanted,
    response: z.object({
      variants: z.array(WrittenVariant),
      /** Places of two that are nearly the same. */
      alike: z.array(z.tuple([z.number(), z.number()])),
    }),
    idempotent: true,
  }),
  z.object({
    place: z.number(),
    /** The next words; none when it begins, and when it ends. */
    text: z.string(),
    generationId: z.number(),
    ended: z.optional(WrittenVariant),
  }),
);

/** What all of them would cost together, without asking the AI. */
export const estimateVariants = endpoint({
  method: 'POST',
  path: '/api/text-variants/cost',
  access: 'user',
  scope: 'draft',
  isByPage: true,
  resource: 'generation',
  touches: [],
  asksOnly: true,
  params: none,
  query: none,
  body: PostWanted,
  response: AiCost,
});

/** Ends the writing of a text, in whichever process it is written. What it has cost by then is not given back. */
export const stopWriting = endpoint({
  method: 'POST',
  path: '/api/generations/:id/stop',
  access: 'user',
  scope: 'draft',
  resource: 'generation',
  touches: [],
  params: byId,
  query: none,
  body: none,
  response: z.object({ /** false: it had ended already. */ isStopped: z.boolean() }),
});

/** Where a part of what the AI is told comes from. */
export const PROMPT_ORIGINS = ['pagecast', 'choices', 'voice', 'brief', 'source'] as const;
export type PromptOrigin = (typeof PROMPT_ORIGINS)[number];

/** What the AI would be told for this text, part by part in order, without asking it. */
export const showPrompt = endpoint({
  method: 'POST',
  path: '/api/quick-content-generate/prompt',
  access: 'user',
  scope: 'draft',
  isByPage: true,
  resource: 'generation',
  touches: [],
  asksOnly: true,
  params: none,
  query: none,
  body: TextWanted,
  response: z.object({
    parts: z.array(
      z.object({
        from: z.enum(PROMPT_ORIGINS),
        text: z.string(),
        /** Of a text for several pages: the names of those in whose voice this stands. */
        pages: z.optional(z.array(z.string())),
        /** Of what is known of the page (`voice`): why people rejected its posts lately. */
        isOfRejections: z.optional(z.boolean()),
      }),
    ),
  }),
});

/** An article as the AI wrote it. */
export const FiztechContent = z.looseObject({ title: z.string(), body: z.string() });
export type FiztechContent = z.infer<typeof FiztechContent>;

/** An article as it comes back, changed or not. What the tech site takes of it is decided field by field. */
export const GivenArticle = open({ title: limited(1000), body: LongText });

/** Writes an article. By the same key it is written and paid once, as by `rewriteText`. */
export const generateFiztechContent = streamed(
  endpoint({
    method: 'POST',
    path: '/api/fiztech-content-generate',
    access: 'user',
    resource: 'generation',
    touches: [],
    params: none,
    query: none,
    body: z.strictObject({
      contentType: z.enum(FIZTECH_CONTENT_TYPES),
      productName: z.optional(text(200)),
      newsCategory: z.optional(z.enum(TECH_CATEGORIES)),
      /** Of news: what it is to be about: see `readLink`. */
      sourceId: z.optional(z.nullable(RowId)),
    }),
    response: z.object({ content: FiztechContent, generationId: z.number() }),
    idempotent: true,
  }),
  z.object({
    /** The article as far as it is written; by a key nothing at first, when it begins. */ content: FiztechContent,
    generationId: z.number(),
  }),
);

export const publishToFiztech = endpoint({
  method: 'POST',
  path: '/api/fiztech-publish',
  access: 'user',
  resource: 'posts',
  touches: ['posts', 'dashboard'],
  params: none,
  query: none,
  body: z.strictObject({
    content: GivenArticle,
    contentType: z.enum(FIZTECH_CONTENT_TYPES),
    generationId: GenerationId,
  }),
  response: z.object({ message: z.string() }),
  idempotent: true,
});
