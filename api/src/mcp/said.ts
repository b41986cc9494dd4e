import { tzOffset } from '@date-fns/tz/tzOffset';

declare const OURS: unique symbol;
/** Words of Pagecast itself. Nothing that somebody else wrote can become one: it has no way in. */
export type Said = string & { readonly [OURS]: true };

/** Sentences of ours, with numbers and other sentences of ours in them; lines of the code are joined by a blank. */
export function said(words: TemplateStringsArray, ...values: readonly (number | Said)[]): Said {
  return words.map((part, n) => part.replace(/\s+/g, ' ') + String(values[n] ?? '')).join('') as Said;
}

export function joined(sentences: readonly Said[]): Said {
  return sentences.join(' ') as Said;
}

/** Zones are known by their names, which have letters, digits and a few signs. */
export function zoneName(zone: string): Said {
  return (/^[\w+/-]{1,64}$/.test(zone) ? zone : 'UTC') as Said;
}

/** An instant by the clocks of a zone, with how far these are from UTC: 2026-11-24T09:00:00+08:00. */
export function instantIn(zone: string, at: Date | string): Said {
  const instant = new Date(at);
  const found = tzOffset(zone, instant);
  const offset = Number.isFinite(found) ? found : 0;
  const local = new Date(instant.getTime() + offset * 60_000).toISOString().slice(0, 19);
  const minutes = Math.abs(Math.round(offset));
  const two = (value: number) => String(value).padStart(2, '0');
  return `${local}${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}` as Said;
}
