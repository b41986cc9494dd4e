import type { listLibrary } from '@pagecast/api/contract';
import type { CallInput, Search } from '@pagecast/shell/kit';

export type Shown = NonNullable<CallInput<typeof listLibrary>['query']> & {
  readonly text?: string;
  readonly kind?: 'image' | 'video';
};

/** What the address asks for; what makes no sense in it is left out. */
export function readAddress(search: Search): { fileId: number | null; query: Shown } {
  const text = search['text']?.trim() ?? '';
  const kind = search['kind'];
  const facebookPageId = wholeIn(search['on']);
  const page = wholeIn(search['page']);
  return {
    fileId: wholeIn(search['file']),
    query: {
      ...(page !== null && { page }),
      ...(text !== '' && { text: text.slice(0, 200) }),
      ...((kind === 'image' || kind === 'video') && { kind }),
      ...(facebookPageId !== null && { facebookPageId }),
    },
  };
}

function wholeIn(given: string | undefined): number | null {
  return given !== undefined && /^[1-9]\d{0,6}$/.test(given) ? Number(given) : null;
}
