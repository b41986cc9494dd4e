import type { World } from './world.ts';

/** A way in which a call to an outside service goes wrong. */
export interface FaultRow {
  readonly action: string;
  /** Of a thousand calls, before and after taken together. */
  readonly share: number;
  readonly match?: { readonly method: string; readonly service?: 'graph' };
  /** What else the action needs; its rows are told apart by it. */
  readonly fields?: { readonly http: number; readonly body: unknown };
}

const CLEAR_NO = 'error 100';

/** `before`: the service never did what was asked. `after`: it did, and the answer is lost. */
type When = 'before' | 'after';
const WHENS: readonly When[] = ['before', 'after'];

/**
 * Every transport fault of the outside world, and a refusal; together about one call in ten. A call that hangs costs
 * its page the whole of a time-out, hence the small share.
 */
export const FAULT_ROWS: readonly FaultRow[] = [
  { action: 'hang', share: 2 },
  { action: 'delay 1500', share: 14 },
  { action: 'reset', share: 13 },
  { action: 'half-body', share: 10 },
  { action: 'html', share: 10 },
  { action: 'empty', share: 10 },
  { action: 'bad-json', share: 10 },
  { action: '200-with-error', share: 12 },
  { action: 'error 1', share: 12 },
  { action: 'error 2', share: 12 },
  // The same in forms that are none of Facebook's usual ones.
  { action: 'answer', share: 4, fields: { http: 200, body: 'null' } },
  {
    action: 'answer',
    share: 4,
    fields: { http: 200, body: { error_code: 2, error_msg: 'Service temporarily unavailable' } },
  },
  { action: 'answer', share: 4, fields: { http: 503, body: { error: 'Service temporarily unavailable' } } },
  // Of a poll, which proves nothing by that: the post may be out, and only a page that can be seen without it says
  // more.
  {
    action: 'answer',
    share: 25,
    match: { method: 'GET', service: 'graph' },
    fields: {
      http: 400,
      body: {
        error: {
          message: 'Unsupported get request. Object does not exist, or is not visible.',
          type: 'GraphMethodException',
          code: 100,
          error_subcode: 33,
        },
      },
    },
  },
  // No lost answer but a clear no, before the effect or, falsely, after it: such a post ends without being out, and its
  // owner has to hear of it.
  { action: CLEAR_NO, share: 8, match: { method: 'POST' } },
];

export interface SetFault {
  readonly id: string;
  readonly action: string;
  readonly when: When;
}

/**
 * Lets every row hit calls of every service by chance, until `clearFaults`.
 * @param sparedPage a page that hears no clear no: a post of it that a stopped process has in hand is to be brought out
 *   by another
 */
export async function setFaults(
  { control }: Pick<World, 'control'>,
  seed: number,
  sparedPage: string | null,
): Promise<SetFault[]> {
  const set: SetFault[] = [];
  for (const { action: name, share, match = {}, fields } of FAULT_ROWS) {
    const action = fields === undefined ? name : `${name} ${fields.http} ${JSON.stringify(fields.body)}`;
    for (const when of WHENS) {
      const http = action === 'error 2' ? { http: 500 } : {};
      const { id } = await control<{ id: string }>('POST', 'faults', {
        match: action === CLEAR_NO && sparedPage !== null ? { ...match, path: `^(?!.*/${sparedPage}[/_])` } : match,
        when,
        action: name,
        ...http,
        ...fields,
        probability: share / 1000 / WHENS.length,
        seed: `${seed} ${when} ${action}`,
      });
      set.push({ id, action, when });
    }
  }
  return set;
}

export async function clearFaults({ control }: Pick<World, 'control'>): Promise<void> {
  await control('DELETE', 'faults');
}
