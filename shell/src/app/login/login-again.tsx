import { useQueryClient } from '@tanstack/react-query';
import { useId, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { PortalContainer } from '../../kit/runtime/portal.tsx';
import { LegalLinks } from '../frame/legal-links.tsx';
import { sessionEndOf } from '../session/session-end.ts';
import { LoginButton } from './login-button.tsx';
import { goOnAs } from './use-session-end.ts';

/**
 * The login over a screen that stays as it is. A native dialog: the browser itself lets nothing below it be reached,
 * whatever windows are open there. At the end of the document, so that a window below does not take a press on it for
 * one beside itself.
 */
export function LoginAgain() {
  const client = useQueryClient();
  const titleId = useId();
  const textId = useId();
  const [floating, setFloating] = useState<HTMLElement | null>(null);
  const end = sessionEndOf(client);
  const isRefused = useSyncExternalStore(end.subscribe, end.isRefused);
  const dialog = useModal();
  return createPortal(
    // Escape would close the window below as well, with what was typed in it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      aria-describedby={textId}
      onCancel={(event) => event.preventDefault()}
      // A phone's way back closes it whatever it says.
      onClose={(event) => event.currentTarget.showModal()}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
      }}
      className={
        'fixed inset-0 m-0 size-full max-h-none max-w-none flex-col items-center overflow-y-auto bg-transparent ' +
        'p-4 text-ink backdrop:bg-black/45 backdrop:backdrop-blur-xs open:flex'
      }
    >
      <PortalContainer value={floating}>
        <section
          className={
            'my-auto flex w-full max-w-md flex-col gap-5 rounded-card border border-line bg-surface p-6 ' +
            'text-center shadow-float sm:p-8'
          }
        >
          <h2 id={titleId} className="text-xl font-semibold">
            Authentication Required
          </h2>
          <div id={textId} className="flex flex-col gap-2 text-ink-soft">
            <p>Your session has ended. What you wrote is safe. It stays on this screen.</p>
            <p>Log in with Facebook to continue where you left off.</p>
            {isRefused && (
              <p className="rounded-control bg-warn-soft px-4 py-3 text-left text-warn">
                Your last action didn't go through. Try it again after you log in.
              </p>
            )}
          </div>
          <LoginButton onSuccess={(user) => goOnAs(client, user)} />
          <LegalLinks />
        </section>
      </PortalContainer>
      <div ref={setFloating} />
    </dialog>,
    document.body,
  );
}

/** Opens it for as long as it is there, and gives the focus back to where it was. */
function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      // What is below can be reached again only when this change of the page is complete.
      queueMicrotask(() => {
        if (before instanceof HTMLElement) before.focus();
      });
    };
  }, []);
  return dialog;
}
