import { AUTOMATION_TEXT_LENGTH } from '../../contract/automation.ts';
import type { Reason } from './reasons.ts';

/** How models begin when they decline, or speak of the task instead of doing it. */
const DECLINES =
  /^(i['’]?m sorry|i am sorry|sorry,|i can(no|['’])t (help|assist|write|create|provide)|i['’]?m (not able|unable)|as an ai\b|as a language model|maaf,? saya tidak (boleh|dapat))/i;
/** Gaps that somebody was meant to fill in. */
const GAPS =
  /\[(your|insert|add|name|company|link|date|price|phone|masukkan|nama)\b[^\]]*\]|\{\{[^}]*\}\}|<(insert|your)[^>]*>|\blorem ipsum\b/i;
const FENCE = /^```\w*\n([\s\S]*?)\n```$/;
const PREAMBLE = /^(sure|certainly|of course|here(['’]s| is)|berikut)\b[^\n]{0,80}:\s*\n+/i;

/** The text alone, without what models like to put around it. */
export function bare(text: string): string {
  const unfenced = text.trim().replace(FENCE, '$1').trim().replace(PREAMBLE, '').trim();
  const quoted = /^["“]([\s\S]+)["”]$/.exec(unfenced)?.[1];
  return quoted !== undefined && !/["“”]/.test(quoted) ? quoted.trim() : unfenced;
}

/** Why a text must not be published as it is; null when nothing speaks against it. */
export function flawOf(text: string): Reason | null {
  if (!/[\p{L}\p{N}]/u.test(text)) return { code: 'empty', params: {} };
  if (text.length > AUTOMATION_TEXT_LENGTH) return { code: 'too_long', params: { maxLength: AUTOMATION_TEXT_LENGTH } };
  if (DECLINES.test(text)) return { code: 'declined', params: {} };
  if (GAPS.test(text)) return { code: 'unfinished', params: {} };
  return null;
}
