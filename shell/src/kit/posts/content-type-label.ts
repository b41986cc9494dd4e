const NAMED = new Map([
  ['tech-review', 'Tech Review'],
  ['tech-news', 'Tech News'],
  ['promotional', 'Promotional'],
  ['ugc', 'Customer content (UGC)'],
]);

/** 'behind-scenes' -> 'Behind scenes'. Source: spec section 2, Post History. */
export function contentTypeLabel(type: string): string {
  const spaced = type.replaceAll('-', ' ');
  return NAMED.get(type) ?? spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
