import type { AiFailure, AutomationReason, PausedPage } from '../../contract/automation-reasons.ts';
import { StoredProblem, type StoredUpload } from '../../contract/problems.ts';
import { OF_ADMINISTRATORS } from './of-administrators.ts';
import { OF_HELD_AUTOMATION, OF_SLOTS } from './of-automation.ts';
import { OF_PAGES } from './of-pages.ts';
import { OF_POSTS } from './of-posts.ts';
import { writtenOf, type Reader, type Stored, type Written } from './sentence.ts';

const PROBLEMS: readonly Reader<StoredProblem>[] = [
  ...OF_PAGES,
  ...OF_POSTS,
  ...OF_HELD_AUTOMATION,
  ...OF_ADMINISTRATORS,
];
const IN_DOUBT = 'This post may already be out, and we cannot check. ';

/** What a sentence of an earlier release says. One that nobody knows stays as it is, together with its code. */
export function readOldProblem(stored: Stored): StoredProblem {
  const written = writtenOf(stored);
  const { code, message, action } = written;
  return knownProblem(written) ?? { code: 'other', action, params: { code, message }, ...facebookOf(written) };
}

function knownProblem(written: Written): StoredProblem | null {
  const found = known(written) ?? inAnothersWords(written);
  const read = found === null ? null : StoredProblem.safeParse({ ...found, ...facebookOf(written) });
  return read?.success === true ? read.data : null;
}

function facebookOf({ facebook }: Written): Pick<StoredProblem, 'facebook'> {
  return facebook === undefined ? {} : { facebook };
}

/** Why nothing came of a slot. Its post's problem was kept whole, or with its code and its words alone. */
export function readOldReason(stored: Stored): AutomationReason {
  const written = writtenOf(stored);
  const own = readBy(OF_SLOTS, written);
  if (own !== null) return own;
  const problem = knownProblem(written);
  const { code, message } = written;
  return problem === null ? { code: 'other', params: { code, message } } : { code: 'problem', params: { problem } };
}

/** Why automation paused a page: words without a code. */
export function readOldPause(message: string, at: Date): AutomationReason {
  const written = { message, at, action: null };
  for (const { code } of [...OF_SLOTS, ...PROBLEMS]) {
    const found = readBy(OF_SLOTS, { ...written, code }) ?? asProblem(known({ ...written, code }));
    if (found !== null) return found;
  }
  return { code: 'other', params: { code: 'page_paused', message } };
}

/** Which failure of the AI was told so; 'other' for a sentence that nobody knows. */
export function readOldFailure(message: string): AiFailure | 'other' {
  for (const { code } of OF_SLOTS) {
    const found = readBy(OF_SLOTS, { code, message, action: null, at: new Date(0) });
    if (found !== null && 'failure' in found.params) return found.params.failure;
  }
  return 'other';
}

/** A page that automation has paused, as its notification told it. */
export function readOldPausedPage(stored: Stored): PausedPage {
  const { message, at } = writtenOf(stored);
  return {
    code: 'page_paused',
    action: 'resume',
    params: { reason: message === '' ? null : readOldPause(message, at) },
  };
}

/** How far files had come on their way to Facebook. */
export function readOldUpload({ message, share }: { message?: unknown; share?: unknown }): StoredUpload {
  const found = known(writtenOf({ code: 'uploading', message, share, at: new Date(0) }));
  return found?.code === 'uploading' ? { code: found.code, params: found.params } : { code: 'uploaded', params: {} };
}

function known(written: Written): StoredProblem | null {
  if (!written.message.startsWith(IN_DOUBT)) return readBy(PROBLEMS, written);
  const hindrance = readBy(PROBLEMS, { ...written, message: written.message.slice(IN_DOUBT.length) });
  return hindrance === null ? null : ({ ...hindrance, action: 'resolve' } as StoredProblem);
}

/** Those of Facebook's, in place of ours. The name of the page stood in ours alone. */
function inAnothersWords({ code, message: said, action }: Written): StoredProblem | null {
  const place = { target: 'facebook', page: null } as const;
  switch (code) {
    case 'refused':
    case 'duplicate':
      return action === 'edit' ? { code, action, params: { ...place, said } } : null;
    case 'blocked':
      return action === 'open_facebook'
        ? { code, action, params: { ...place, stage: 'refused', until: null, said } }
        : null;
    case 'no_permission':
      return noPermission(said, action);
    default:
      return null;
  }
}

function noPermission(message: string, action: string | null): StoredProblem | null {
  const params = (said: string) => ({ page: '', because: 'refused' as const, said });
  if (action === 'reconnect') return { code: 'no_permission', action, params: params(message) };
  return action === 'resolve' && message.startsWith(IN_DOUBT)
    ? { code: 'no_permission', action, params: params(message.slice(IN_DOUBT.length)) }
    : null;
}

function readBy<Meaning>(readers: readonly Reader<Meaning>[], written: Written): Meaning | null {
  for (const reader of readers) {
    const found = reader.code === written.code ? reader.read(written) : null;
    if (found !== null) return found;
  }
  return null;
}

function asProblem(problem: StoredProblem | null): AutomationReason | null {
  return problem === null ? null : { code: 'problem', params: { problem } };
}
