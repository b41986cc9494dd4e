import type { ReactNode } from 'react';
import { Button, Dialog } from '../../kit/index.ts';
import { CopiedText } from './copied-text.tsx';

/** The one time that a secret is shown. */
export function SecretDialog({
  title,
  secret,
  onClose,
  children,
}: {
  title: string;
  secret: string;
  onClose: () => void;
  /** What it is good for. */
  children: ReactNode;
}) {
  return (
    <Dialog
      open
      onClose={onClose}
      savesAtOnce
      title={title}
      description="Copy it now. We won't show it again."
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <p className="mb-3 max-w-[72ch] text-ink-soft">{children}</p>
      <CopiedText text={secret} />
    </Dialog>
  );
}
