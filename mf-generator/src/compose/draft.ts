import { DEFAULT_LENGTH, LANGUAGES, TONES, type GENERATOR_CONTENT_TYPES, type Language, type Length, type Tone } from '@pagecast/api/contract';
import type { ScheduleValue } from '@pagecast/shell/kit';

export type GeneratorContentType = (typeof GENERATOR_CONTENT_TYPES)[number];
export type Mode = 'ai' | 'manual';

/** Everything the composer holds. The two modes keep their texts apart, so that a look at the other one loses nothing. */
export interface Draft {
  readonly mode: Mode;
  /** Our row id of the page, as a select holds it; empty when none is chosen. */
  readonly pageId: string;
  readonly contentType: GeneratorContentType | '';
  readonly keywords: string;
  readonly tone: Tone;
  readonly language: Language;
  readonly length: Length;
  readonly generated: string;
  /** The text that the last generation replaced, so that no edit is lost to a second try. */
  readonly replaced: string;
  readonly manual: string;
  readonly schedule: ScheduleValue;
  /** The post that the last try left behind when it failed: the next try sends that one. 0 when there is none. */
  readonly failedPostId: number;
}

const NO_SCHEDULE: ScheduleValue = { date: '', time: '' };

export const emptyDraft: Draft = {
  mode: 'ai', pageId: '', contentType: '', keywords: '', tone: TONES[0], language: LANGUAGES[0], length: DEFAULT_LENGTH,
  generated: '', replaced: '', manual: '', schedule: NO_SCHEDULE, failedPostId: 0,
};

/** What is left for the next post once one went out. Source: spec section 2, Content Generator. */
export function afterSuccess(draft: Draft): Draft {
  return { ...draft, tone: TONES[0], generated: '', replaced: '', manual: '', schedule: NO_SCHEDULE, failedPostId: 0, mode: 'ai' };
}

/** The text that would be published. */
export function contentOf(draft: Draft): string {
  return draft.mode === 'ai' ? draft.generated : draft.manual;
}

/** True when date and time are both filled: the button then schedules. */
export function isScheduling({ schedule }: Draft): boolean {
  return schedule.date !== '' && schedule.time !== '';
}

/** Takes a generated text in. What it replaces can be brought back. */
export function withGenerated(draft: Draft, generated: string): Draft {
  return { ...draft, generated, replaced: draft.generated };
}

/** Changes places with the text before; the same again undoes it. */
export function withPreviousText(draft: Draft): Draft {
  return { ...draft, generated: draft.replaced, replaced: draft.generated };
}
