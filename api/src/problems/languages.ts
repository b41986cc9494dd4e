import { english } from './english/english.ts';
import type { Words } from './words.ts';

/** By the tags that browsers ask with. Whoever asks for none of them gets the first. */
export const LANGUAGES: Readonly<Record<string, Words>> = { en: english };
