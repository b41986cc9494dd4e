/** Signs of direction: those that are left open turn around whatever stands behind them, in words of ours too. */
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A text in which no letter turns those behind it around. Letters of scripts that run the other way still do so. */
export function unturned(text: string): string {
  return text.replace(TURNS, '');
}
