import { GeneratingNote } from '@pagecast/shell/kit';
import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { focusIfLost } from '../focus-if-lost.ts';

/**
 * The text while it is written, in the place and measure of the editor that comes after it. It follows the last words
 * unless somebody reads further up.
 */
export function WritingView({
  text,
  doing,
  onStop,
  onFocusLeft,
}: {
  text: string;
  /** What the AI does with it, where it does not write it. */
  doing?: string;
  onStop: () => void;
  /** The focus was here: it goes on to what takes its place. */
  onFocusLeft: () => void;
}) {
  const whole = useFocusPassedOn(onFocusLeft);
  const view = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  useLayoutEffect(() => {
    if (view.current !== null && follows.current) view.current.scrollTop = view.current.scrollHeight;
  }, [text]);
  return (
    <div ref={whole} className="flex flex-col gap-3">
      <GeneratingNote label="Stop" onCancel={onStop} {...(doing !== undefined && { doing })} />
      {text !== '' && (
        <div
          ref={view}
          role="region"
          aria-label="Text so far"
          aria-busy
          // What scrolls can be scrolled by key as well.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          onScroll={({ currentTarget }) => {
            follows.current = currentTarget.scrollHeight - currentTarget.scrollTop - currentTarget.clientHeight < 24;
          }}
          className={
            'max-h-[45dvh] min-h-50 overflow-y-auto rounded-control border border-line bg-sunken px-3 py-2 ' +
            'text-read wrap-anywhere whitespace-pre-wrap'
          }
        >
          {text}
          <span className="ml-0.5 inline-block h-4 w-0.5 animate-glow bg-accent align-text-bottom" />
        </div>
      )}
    </div>
  );
}

/** The focus comes here from a button that went away, and goes on to what comes next. */
function useFocusPassedOn(onFocusLeft: () => void) {
  const whole = useRef<HTMLDivElement>(null);
  const passOn = useEffectEvent(onFocusLeft);
  useLayoutEffect(() => {
    const element = whole.current;
    focusIfLost(element?.querySelector('button'));
    return () => {
      if (element?.contains(document.activeElement) !== true) return;
      // Once that is there.
      setTimeout(() => {
        if (document.activeElement === document.body) passOn();
      });
    };
  }, []);
  return whole;
}
