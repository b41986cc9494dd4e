import type { Failure } from '../../networks/failure.ts';
import type { Network } from '../../networks/network.ts';
import type { Refusal } from '../../networks/refusal.ts';
import { outcomeOf, type Outcome, type Sought, type Target } from '../../networks/target.ts';
import { textMark } from '../../networks/text-mark.ts';
import type { Pin, Pinboard } from './pinboard.ts';

export const PINBOARD = 'pinboard';

/** A network that the product has never heard of: a pin is hung with its face to the wall, and then turned round. */
export function pinboardNetwork(board: Pinboard): Network {
  const target = pinboardTarget(board);
  return {
    name: PINBOARD,
    links: {
      host: 'pins.example',
      isAt: ({ hostname }) => hostname === 'pins.example',
      remoteIdIn: ({ pathname }) => pathname.slice(1),
      permalinkOf,
    },
    idsIn: () => [],
    isSetUp: () => true,
    refusalOf,
    prepare: async (planned, media) => ({ post: { ...planned, media, page: null }, target, pageName: 'the pinboard' }),
  };
}

const permalinkOf = (id: string) => `https://pins.example/${id}`;
const published = ({ id }: Pin): Outcome => ({ kind: 'published', remoteId: id, permalinkUrl: permalinkOf(id) });

function pinboardTarget(board: Pinboard): Target {
  const search = ({ ids, textMarks, taken }: Sought) =>
    outcomeOf<Outcome>(async () => {
      const ours = (await board.shown()).filter(
        ({ id, text }) => ids.includes(id) || textMarks.includes(textMark(text)),
      );
      const others = await taken(ours.map(({ id }) => id));
      const pin = ours.find(({ id }) => !others.has(id));
      return pin === undefined ? { kind: 'absent' } : published(pin);
    });

  return {
    isCommitRepeatable: true,
    prepare: ({ content }) => board.hang(content),

    commit: (_post, { id }) =>
      outcomeOf(async () => {
        if (id === null) throw new Error('Nothing was prepared');
        await board.turn(id);
        return { kind: 'published', remoteId: id, permalinkUrl: permalinkOf(id) };
      }),

    observe: (_post, { remoteId }, sought) =>
      remoteId === null
        ? search(sought)
        : outcomeOf<Outcome>(async () => {
            const pin = (await board.shown()).find(({ id }) => id === remoteId);
            return pin === undefined ? { kind: 'absent' } : published(pin);
          }),
    search: (_post, sought) => search(sought),

    async control() {
      await board.shown();
      return null;
    },
  };
}

function refusalOf(error: Failure): Refusal {
  const place = { target: PINBOARD, page: null };
  if (error.kind === 'rate-limited') {
    return {
      kind: 'pause',
      scope: 'app',
      minutes: 5,
      problem: { code: 'rate_limited', action: null, params: { ...place, stage: 'refused', until: null } },
    };
  }
  return { kind: 'fail', problem: { code: 'refused', action: 'edit', params: { ...place, said: error.message } } };
}
