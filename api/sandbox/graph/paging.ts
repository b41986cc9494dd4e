import type { GraphCall } from './graph-call.ts';
import { badParameter } from './graph-error.ts';

const DEFAULT_LIMIT = 25;
const LARGEST_LIMIT = 100;

function limitOf(call: GraphCall): number {
  const text = call.params['limit'];
  if (text === undefined) return DEFAULT_LIMIT;
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 0) throw badParameter('Param limit must be a non-negative integer', 'limit');
  return Math.min(limit, LARGEST_LIMIT);
}

const encode = (key: string) => Buffer.from(`c:${key}`).toString('base64url');
const decode = (cursor: string) => Buffer.from(cursor, 'base64url').toString().replace(/^c:/, '');

/**
 * One page of a list in Facebook's shape. The last page has no `next`; `next` carries the token, as Facebook's does.
 * @param keyOf what a cursor remembers of an entry; must stay the same between calls
 */
export function paged<Entry>(
  call: GraphCall,
  entries: readonly Entry[],
  keyOf: (entry: Entry) => string,
  show: (entry: Entry) => unknown,
): unknown {
  const limit = limitOf(call);
  const { after, before } = call.params;
  if (call.exchange.tweaks.emptyFirstPage && after === undefined) {
    return {
      data: [],
      paging: { cursors: { before: encode(''), after: encode('') }, next: link(call, { after: encode('') }) },
    };
  }
  let start = 0;
  if (after !== undefined && after !== encode('')) start = position(entries, keyOf, after, 'after') + 1;
  else if (before !== undefined) start = Math.max(0, position(entries, keyOf, before, 'before') - limit);
  const shown = entries.slice(start, start + limit);
  const [first] = shown;
  const last = shown.at(-1);
  if (first === undefined || last === undefined) return { data: [] };
  const cursors = { before: encode(keyOf(first)), after: encode(keyOf(last)) };
  return {
    data: shown.map(show),
    paging: {
      cursors,
      ...(start + shown.length < entries.length ? { next: link(call, { after: cursors.after }) } : {}),
      ...(start > 0 ? { previous: link(call, { before: cursors.before }) } : {}),
    },
  };
}

function position<Entry>(
  entries: readonly Entry[],
  keyOf: (entry: Entry) => string,
  cursor: string,
  parameter: string,
): number {
  const key = decode(cursor);
  const index = entries.findIndex((entry) => keyOf(entry) === key);
  if (index < 0) throw badParameter('Invalid cursors values', parameter);
  return index;
}

function link(call: GraphCall, cursor: Record<string, string>): string {
  const { after: _after, before: _before, appsecret_proof: _proof, ...rest } = call.params;
  const query = new URLSearchParams({
    ...rest,
    ...(call.exchange.token === null ? {} : { access_token: call.exchange.token }),
    ...cursor,
  });
  return `${call.origin}/${call.version}${call.ctx.path}?${query.toString()}`;
}
