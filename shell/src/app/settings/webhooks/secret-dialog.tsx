import { Copy } from 'lucide-react';
import { Button, Dialog, useCopy } from '../../../kit/index.ts';

/** The one time that a secret is shown. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const copy = useCopy();
  return (
    <Dialog
      open
      onClose={onClose}
      savesAtOnce
      title="Signing secret"
      description="Copy it now. We won't show it again."
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <p className="mb-3 max-w-[72ch] text-ink-soft">
        Your receiver checks each message with it, as Standard Webhooks describes. Slack, Discord and Telegram don't
        need it.
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <code className="min-w-0 flex-1 rounded-control bg-sunken px-3 py-2 text-xs break-all">{secret}</code>
        <Button icon={<Copy aria-hidden />} onClick={() => void copy(secret)}>
          Copy
        </Button>
      </div>
    </Dialog>
  );
}
