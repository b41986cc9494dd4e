import { CircleAlert, CircleCheck, Clock, X } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Button, cn } from '../../kit/index.ts';
import type { ToastEntry, ToastStore } from './toast-store.ts';

/**
 * Both live regions are there from the start: assistive technology announces only what changes inside one it knows.
 * They stand over the middle of the header: below, they would cover the button that was pressed a moment ago, and stay,
 * since a pointer rests there.
 */
export function Toaster({ store }: { store: ToastStore }) {
  const open = useSyncExternalStore(store.subscribe, store.open);
  return (
    <div
      className={
        'pointer-events-none fixed inset-x-[min(1rem,4vw)] top-[max(0.5rem,env(safe-area-inset-top))] z-70 mx-auto ' +
        'flex justify-center sm:w-96'
      }
    >
      <div role="status" aria-live="polite" className="@container w-full empty:hidden">
        {open?.tone === 'default' && <ToastView key={open.id} toast={open} store={store} />}
      </div>
      <div role="alert" aria-live="assertive" className="@container w-full empty:hidden">
        {open?.tone === 'destructive' && <ToastView key={open.id} toast={open} store={store} />}
      </div>
    </div>
  );
}

function ToastView({ toast, store }: { toast: ToastEntry; store: ToastStore }) {
  const isBad = toast.tone === 'destructive';
  return (
    <div
      onMouseEnter={store.pause}
      onMouseLeave={store.resume}
      onFocus={store.pause}
      onBlur={store.resume}
      className={cn(
        'pointer-events-auto flex animate-rise items-start gap-3 rounded-card border bg-surface p-4 shadow-float ' +
          '@max-[13rem]:flex-col @max-[13rem]:gap-0 @max-[13rem]:p-3',
        isBad ? 'border-bad' : 'border-line',
      )}
    >
      <ToastIcon toast={toast} />
      <div className="max-w-full min-w-0 grow">
        <p className="font-medium">{toast.title}</p>
        {toast.description !== undefined && <p className="break-words text-ink-soft">{toast.description}</p>}
        {toast.details !== undefined && <Details text={toast.details} />}
        {toast.action !== undefined && (
          <Button
            size="sm"
            className="mt-2"
            onClick={() => {
              store.dismiss();
              toast.action?.run();
            }}
          >
            {toast.action.label}
            {toast.action.forMs !== undefined && <SecondsLeft ms={toast.action.forMs} />}
          </Button>
        )}
      </div>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={store.dismiss}
        className={
          '-m-1.5 inline-flex size-8 shrink-0 items-center justify-center rounded-control text-ink-soft ' +
          'hover:bg-sunken hover:text-ink pointer-coarse:size-11 @max-[13rem]:self-end'
        }
      >
        <X aria-hidden className="size-4" />
      </button>
    </div>
  );
}

/** What is still counted down has not happened yet. */
function ToastIcon({ toast: { tone, action } }: { toast: ToastEntry }) {
  // Where the text is twice as large on a small phone, there is room for the words alone.
  const place = 'mt-0.5 size-4 shrink-0 @max-[13rem]:hidden';
  if (tone === 'destructive') return <CircleAlert aria-hidden className={cn(place, 'text-bad')} />;
  if (action?.forMs !== undefined) return <Clock aria-hidden className={cn(place, 'text-accent')} />;
  return <CircleCheck aria-hidden className={cn(place, 'text-ok')} />;
}

/** Not announced: the words of the toast say how many there are. */
function SecondsLeft({ ms }: { ms: number }) {
  const [left, setLeft] = useState(Math.ceil(ms / 1000));
  useEffect(() => {
    const timer = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1000);
    return () => clearInterval(timer);
  }, []);
  return <span aria-hidden>({left})</span>;
}

function Details({ text }: { text: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = () => {
    void navigator.clipboard.writeText(text).then(
      () => setIsCopied(true),
      () => setIsCopied(false),
    );
  };
  return (
    <details className="mt-1 text-xs text-ink-soft">
      <summary className="inline-flex min-h-6 cursor-pointer items-center underline pointer-coarse:min-h-11">
        Details
      </summary>
      <pre
        className={
          'mt-1 max-h-40 overflow-y-auto rounded-control bg-sunken p-2 font-mono whitespace-pre-wrap ' + 'wrap-anywhere'
        }
      >
        {text}
      </pre>
      <Button size="sm" className="mt-2" onClick={copy}>
        {isCopied ? 'Copied' : 'Copy'}
      </Button>
    </details>
  );
}
