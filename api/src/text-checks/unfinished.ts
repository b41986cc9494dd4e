/** How models begin when they decline, or speak of the task instead of doing it. */
const DECLINES =
  /^(i['’]?m sorry|i am sorry|sorry,|i can(no|['’])t (help|assist|write|create|provide)|i['’]?m (not able|unable)|as an ai\b|as a language model|maaf,? saya tidak (boleh|dapat))/i;
/** Gaps that somebody was meant to fill in. */
const GAPS =
  /\[(your|insert|add|name|company|link|date|price|phone|masukkan|nama)\b[^\]]*\]|\{\{[^}]*\}\}|<(insert|your)[^>]*>|\blorem ipsum\b/i;

/** A model that declines, in the place of a text. */
export const isDeclined = (text: string): boolean => DECLINES.test(text.trim());

/** Somebody was meant to fill in the rest. */
export const hasGaps = (text: string): boolean => GAPS.test(text);
