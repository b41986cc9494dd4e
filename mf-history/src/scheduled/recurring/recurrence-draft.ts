import type { createRecurrence, GivenText, Post, Recurrence } from '@pagecast/api/contract';
import { localOf, type CallInput } from '@pagecast/shell/kit';
import { fieldsFrom, fieldsOf, ruleOf, type RuleFields } from './rule-fields.ts';

const DEFAULT_TIME = '09:00';
const DEFAULT_COOLDOWN = '30';

/** A text as it is being written. */
export interface TextDraft {
  readonly key: string;
  /** One that the rule has. */
  readonly id: number | null;
  /** Where its files come from. */
  readonly postId: number | null;
  readonly content: string;
  readonly files: readonly { readonly id: number; readonly altText: string | null }[];
  /** They are others than those that the text or its post has. */
  readonly hasOtherFiles: boolean;
  /** Only images can be changed. */
  readonly hasVideo: boolean;
}

/** What repeats, as it is being set up. */
export interface RecurrenceDraft {
  readonly pageId: string;
  readonly isSet: boolean;
  readonly name: string;
  readonly texts: readonly TextDraft[];
  readonly startsOn: string;
  readonly timeOfDay: string;
  /** '' is the page's own. */
  readonly timeZone: string;
  readonly days: RuleFields | null;
  /** The rule where `days` cannot say it. */
  readonly rule: string;
  readonly cooldownDays: string;
  readonly isVaried: boolean;
}

let made = 0;
/** @param post whose text and files it begins with */
export function newText(post?: Post): TextDraft {
  made += 1;
  const { id = null, content = '', mediaType = 'text' } = post ?? {};
  return { key: `new-${made}`, id: null, postId: id, content, ...filesOf(post?.media ?? [], mediaType) };
}

const filesOf = (
  media: readonly { id: number; altText?: string | null | undefined }[],
  mediaType: Post['mediaType'],
) => ({
  files: media.map(({ id, altText = null }) => ({ id, altText })),
  hasOtherFiles: false,
  hasVideo: mediaType === 'video' || mediaType === 'reel',
});

/** For something new, or for a post that is to come again. */
export function newDraft(today: string, timeZone: string, post?: Post): RecurrenceDraft {
  const at = post?.scheduledAt ?? post?.publishedAt ?? null;
  const { date, time } = at === null ? { date: today, time: DEFAULT_TIME } : localOf(at, timeZone);
  const startsOn = date < today ? today : date;
  return {
    pageId: String(post?.facebookPageId ?? ''),
    isSet: false,
    name: '',
    texts: [newText(post)],
    startsOn,
    timeOfDay: time,
    timeZone: post === undefined ? '' : timeZone,
    days: fieldsFrom(date),
    rule: '',
    cooldownDays: DEFAULT_COOLDOWN,
    isVaried: false,
  };
}

export function draftOf(known: Recurrence): RecurrenceDraft {
  return {
    pageId: String(known.facebookPageId),
    isSet: known.cooldownDays !== null,
    name: known.name ?? '',
    texts: known.texts.map(({ id, content, media, mediaType }) => ({
      key: String(id),
      id,
      postId: null,
      content,
      ...filesOf(media, mediaType),
    })),
    startsOn: known.startsOn,
    timeOfDay: known.timeOfDay,
    timeZone: known.timeZone,
    days: fieldsOf(known.rule, known.startsOn),
    rule: known.rule,
    cooldownDays: String(known.cooldownDays ?? DEFAULT_COOLDOWN),
    isVaried: known.isVaried,
  };
}

export const ruleOfDraft = ({ days, rule }: RecurrenceDraft) => (days === null ? rule : ruleOf(days));

/** What the API is told. */
export function bodyOf(draft: RecurrenceDraft): NonNullable<CallInput<typeof createRecurrence>['body']> {
  return {
    facebookPageId: Number(draft.pageId),
    rule: ruleOfDraft(draft),
    startsOn: draft.startsOn,
    timeOfDay: draft.timeOfDay,
    ...(draft.timeZone !== '' && { timeZone: draft.timeZone }),
    name: draft.isSet && draft.name.trim() !== '' ? draft.name.trim() : null,
    cooldownDays: draft.isSet ? Number(draft.cooldownDays) : null,
    isVaried: draft.isVaried,
    texts: (draft.isSet ? draft.texts : draft.texts.slice(0, 1)).map(textOf),
  };
}

function textOf({ id, postId, content, files, hasOtherFiles }: TextDraft): GivenText {
  return {
    ...(id !== null && { id }),
    ...(postId !== null && { postId }),
    content,
    ...(hasOtherFiles && { media: [...files] }),
  };
}

/** What is still missing, in words; null where nothing is. */
export function missingIn(draft: RecurrenceDraft): string | null {
  if (draft.pageId === '') return 'Please select a Facebook page.';
  const texts = draft.isSet ? draft.texts : draft.texts.slice(0, 1);
  if (texts.some(({ content }) => content.trim() === ''))
    return draft.isSet ? 'Write each text of the set, or delete the empty ones.' : 'Write the text of this post.';
  if (draft.startsOn === '' || draft.timeOfDay === '') return 'Please select both date and time.';
  if (draft.days?.frequency === 'WEEKLY' && draft.days.days.length === 0) return 'Choose at least one weekday.';
  if (draft.days?.ends === 'on' && draft.days.until === '') return 'Choose the last day.';
  return null;
}
