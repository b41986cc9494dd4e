import { Copy } from 'lucide-react';
import { Button, Dialog, useCopy } from '../../../kit/index.ts';

/** The one time that a token is shown. */
export function NewTokenDialog({ token, onClose }: { token: string; onClose: () => void }) {
  const copy = useCopy();
  return (
    <Dialog
      open
      onClose={onClose}
      savesAtOnce
      title="Your new token"
      description="Copy it now. We won't show it again."
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <p className="mb-3 max-w-[72ch] text-ink-soft">
        Keep it like a password: whoever has it can do what you allowed. If it gets out, revoke it here.
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <code className="min-w-0 flex-1 rounded-control bg-sunken px-3 py-2 text-xs break-all">{token}</code>
        <Button icon={<Copy aria-hidden />} onClick={() => void copy(token)}>
          Copy
        </Button>
      </div>
    </Dialog>
  );
}
