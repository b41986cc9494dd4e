import { rewriteText, type Rewriting } from '@pagecast/api/contract';
import { callInChunks, describeOffline, reasonOf, statusOf, useNotify, type CallInput } from '@pagecast/shell/kit';
import { useEffect, useRef, useState } from 'react';
import type { Part } from './place-change.ts';

/** A change that the AI proposes, not made yet. */
export interface Proposed {
  readonly rewriting: Rewriting;
  readonly part: Part;
  /** The whole text that it was asked of. */
  readonly original: string;
  readonly content: string;
  readonly generationId: number;
  readonly costMicros: number | null;
}

type State =
  | { readonly kind: 'idle' }
  | { readonly kind: 'writing'; readonly soFar: string }
  | { readonly kind: 'proposed'; readonly proposed: Proposed };

interface Asked {
  readonly original: string;
  readonly part: Part;
  readonly body: CallInput<typeof rewriteText>['body'];
}

/** Without an answer the same request again carries the same key. */
const PAID_ONCE = " Your text is as it was. Try again: you won't pay for this twice.";

/** Has the AI change a text in one way. Nothing is changed before the person keeps it. */
export function useRewriting() {
  const notify = useNotify();
  const [state, setState] = useState<State>({ kind: 'idle' });
  const running = useRef<{ abort: () => void } | null>(null);
  // Who leaves wants it no more.
  useEffect(() => () => running.current?.abort(), []);

  function start({ original, part, body }: Asked): void {
    const offline = describeOffline('Rewrite');
    if (offline !== null)
      return notify({ ...offline, description: 'Your text is kept here. Try again once you are back online.' });
    running.current?.abort();
    const own = new AbortController();
    let callId = 0;
    let soFar = '';
    const isMine = () => running.current === mine;
    // That this one is not wanted is told once it has a number.
    const mine = {
      abort() {
        running.current = null;
        if (callId !== 0) own.abort();
      },
    };
    running.current = mine;
    setState({ kind: 'writing', soFar });
    callInChunks(rewriteText, { body, signal: own.signal }, ({ text, generationId }) => {
      callId = generationId;
      soFar += text;
      if (!isMine()) return own.abort();
      setState({ kind: 'writing', soFar });
    }).then(
      (answer) => {
        if (!isMine()) return;
        running.current = null;
        setState({ kind: 'proposed', proposed: { ...answer, rewriting: body.rewriting as Rewriting, part, original } });
      },
      (error: unknown) => {
        if (!isMine()) return;
        running.current = null;
        setState({ kind: 'idle' });
        const description = reasonOf(error, "We couldn't rewrite this text.");
        notify({
          tone: 'destructive',
          title: 'Not Rewritten',
          description: statusOf(error) === 0 ? description + PAID_ONCE : description,
        });
      },
    );
  }

  function end(): void {
    running.current?.abort();
    setState({ kind: 'idle' });
  }

  return { state, start, end };
}
