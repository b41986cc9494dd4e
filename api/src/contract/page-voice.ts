import * as z from 'zod/mini';
import { Count, Instant, limited, list, text } from './common.ts';
import { endpoint, none } from './endpoint.ts';
import { byPage } from './ids.ts';

export const EMOJI_HABITS = ['as it fits', 'none', 'a few', 'many'] as const;
export type EmojiHabit = (typeof EMOJI_HABITS)[number];

const words = list(text(60), 50);
/** `opening_hours`, written `{opening_hours}` in a snippet. */
const VariableName = limited(
  30,
  z.regex(/^[a-z][a-z0-9_]*$/, 'Use small letters, digits and _, such as opening_hours'),
);

const VOICE = {
  tone: limited(500, z.trim()),
  audience: limited(500, z.trim()),
  /** Such as "English with a little Manglish". */
  languageMix: limited(300, z.trim()),
  wordsToUse: words,
  wordsToAvoid: words,
  /** One a line. The AI may say these, and they are sources of what a text claims. */
  facts: limited(5000, z.trim()),
  emoji: z.enum(EMOJI_HABITS),
  /** Such as "two or three, at the end". */
  hashtags: limited(300, z.trim()),
  signOff: limited(300, z.trim()),
  hashtagSets: list(z.strictObject({ name: text(60), tags: text(500) }), 20),
  snippets: list(z.strictObject({ name: text(60), text: text(2000) }), 30),
  /** What stands for `{name}` in a snippet. */
  variables: list(z.strictObject({ name: VariableName, value: text(500) }), 30),
};

/** How a page speaks and what is true of it, in the words of who runs it. What is empty is not said. */
export const PageVoice = z.object(VOICE);
export type PageVoice = z.infer<typeof PageVoice>;

export const NO_VOICE: PageVoice = {
  tone: '',
  audience: '',
  languageMix: '',
  wordsToUse: [],
  wordsToAvoid: [],
  facts: '',
  emoji: 'as it fits',
  hashtags: '',
  signOff: '',
  hashtagSets: [],
  snippets: [],
  variables: [],
};

const VoiceOfPage = z.object({
  facebookPageId: z.number(),
  pageName: z.string(),
  voice: PageVoice,
  /** 0: nobody has saved one. */
  revision: z.number(),
  updatedAt: z.nullable(Instant),
  /** Its owner may; who shares the page reads it. */
  mayEdit: z.boolean(),
});
export type VoiceOfPage = z.infer<typeof VoiceOfPage>;

export const readPageVoice = endpoint({
  method: 'GET',
  path: '/api/facebook-pages/:id/voice',
  access: 'user',
  scope: 'read',
  isByPage: true,
  resource: 'pages',
  touches: [],
  params: byPage,
  query: none,
  body: none,
  response: VoiceOfPage,
});

/** 409 when somebody has saved another since `revision`. */
export const savePageVoice = endpoint({
  method: 'PATCH',
  path: '/api/facebook-pages/:id/voice',
  access: 'user',
  resource: 'pages',
  touches: ['pages', 'generation'],
  params: byPage,
  query: none,
  body: z.strictObject({ voice: z.strictObject(VOICE), revision: Count }),
  response: VoiceOfPage,
});

/** As many published posts there must be to learn a voice from. */
export const LEAST_POSTS_FOR_VOICE = 3;

/** What the AI reads in the best posts of the page. Nothing of it counts until a person saves it. */
export const ProposedVoice = z.pick(PageVoice, {
  tone: true,
  audience: true,
  languageMix: true,
  wordsToUse: true,
  facts: true,
  emoji: true,
  hashtags: true,
  signOff: true,
});
export type ProposedVoice = z.infer<typeof ProposedVoice>;

export const proposePageVoice = endpoint({
  method: 'POST',
  path: '/api/facebook-pages/:id/voice/proposal',
  access: 'user',
  resource: 'generation',
  touches: [],
  params: byPage,
  query: none,
  body: none,
  response: z.object({
    voice: ProposedVoice,
    /** Posts that were read. */
    posts: z.number(),
  }),
});
