import { deleteWebhook, rotateWebhookSecret, testWebhook, updateWebhook, type Webhook } from '@pagecast/api/contract';
import { CircleCheck, CirclePause, Ellipsis, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import {
  Badge,
  Button,
  ConfirmDialog,
  Disclosure,
  IconButton,
  Menu,
  MenuItem,
  reasonOf,
  Time,
  useApiMutation,
  useNotify,
} from '../../../kit/index.ts';
import { DeliveryList } from './delivery-list.tsx';
import { OFF_REASONS } from './delivery-words.ts';
import { WebhookDialog } from './webhook-dialog.tsx';

interface Props {
  webhook: Webhook;
  /** False while somebody else acts in its owner's place. */
  isOwn: boolean;
  onSecret: (secret: string) => void;
}

export function WebhookRow({ webhook, isOwn, onSecret }: Props) {
  const [isLogOpen, setIsLogOpen] = useState(false);
  return (
    <li className="flex flex-col gap-2 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <p className="flex flex-wrap items-center gap-2">
            <span className="min-w-0 font-medium wrap-break-word">{webhook.name}</span>
            <State webhook={webhook} />
          </p>
          <p className="text-xs break-all text-ink-soft">{webhook.url}</p>
          <Facts webhook={webhook} />
        </div>
        {isOwn && <Actions webhook={webhook} onSecret={onSecret} />}
      </div>
      <Disclosure label="Deliveries" onToggle={setIsLogOpen}>
        {isLogOpen && <DeliveryList webhookId={webhook.id} isOn={webhook.isEnabled} />}
      </Disclosure>
    </li>
  );
}

function State({ webhook: { isEnabled, failingSince } }: { webhook: Webhook }) {
  if (!isEnabled) return <Badge icon={<CirclePause aria-hidden />}>Off</Badge>;
  return failingSince === null ? (
    <Badge tone="ok" icon={<CircleCheck aria-hidden />}>
      On
    </Badge>
  ) : (
    <Badge tone="warn" icon={<TriangleAlert aria-hidden />}>
      Failing
    </Badge>
  );
}

function Facts({ webhook }: { webhook: Webhook }) {
  const { events, disabledBecause, failingSince, waiting, previousSecretUntil } = webhook;
  return (
    <p className="mt-1 max-w-[72ch] text-sm text-ink-soft">
      {events.length === 1 ? '1 event' : `${events.length} events`}
      {waiting > 0 && ` · ${waiting.toLocaleString('en')} waiting`}
      {failingSince !== null && webhook.isEnabled && (
        <>
          {' · Nothing got through since '}
          <Time instant={failingSince} />
        </>
      )}
      {previousSecretUntil !== null && (
        <>
          {' · The previous secret works until '}
          <Time instant={previousSecretUntil} />
        </>
      )}
      {disabledBecause !== null && <span className="block text-bad">{OFF_REASONS[disabledBecause]}</span>}
    </p>
  );
}

function Actions({ webhook, onSecret }: Pick<Props, 'webhook' | 'onSecret'>) {
  const { id, name, isEnabled } = webhook;
  const notify = useNotify();
  const [asked, setAsked] = useState<'edit' | 'rotate' | 'delete' | null>(null);
  const close = () => setAsked(null);
  const failed = useFailed();
  const test = useApiMutation(testWebhook, {
    ...failed('Test Failed'),
    onSuccess: () => notify({ tone: 'default', title: 'Test Sent', description: 'Open Deliveries to see the answer.' }),
  });
  const update = useApiMutation(updateWebhook, failed('Update Failed'));
  return (
    <div className="flex items-center gap-2">
      <Button
        size="sm"
        disabled={!isEnabled}
        busy={test.isPending}
        busyLabel="Sending..."
        aria-label={`Send test: ${name}`}
        onClick={() => test.mutate({ params: { id } })}
      >
        Send test
      </Button>
      <Menu trigger={<IconButton label={`More actions: ${name}`} icon={<Ellipsis aria-hidden />} />}>
        <MenuItem onSelect={() => setAsked('edit')}>Edit</MenuItem>
        <MenuItem onSelect={() => update.mutate({ params: { id }, body: { isEnabled: !isEnabled } })}>
          {isEnabled ? 'Turn off' : 'Turn on'}
        </MenuItem>
        <MenuItem onSelect={() => setAsked('rotate')}>Replace secret</MenuItem>
        <MenuItem destructive onSelect={() => setAsked('delete')}>
          Delete
        </MenuItem>
      </Menu>
      {asked === 'edit' && <WebhookDialog webhook={webhook} onClose={close} />}
      {asked !== 'edit' && <Questions webhook={webhook} asked={asked} onClose={close} onSecret={onSecret} />}
    </div>
  );
}

/** Says that something did not work. */
function useFailed(onFailed: () => void = () => {}) {
  const notify = useNotify();
  return (title: string) => ({
    onError: (error: Error) => {
      onFailed();
      notify({ tone: 'destructive', title, description: reasonOf(error, 'Please try again.') });
    },
  });
}

/** What is asked before something that cannot be taken back. */
function Questions({
  webhook: { id, name },
  asked,
  onClose,
  onSecret,
}: Pick<Props, 'webhook' | 'onSecret'> & { asked: 'rotate' | 'delete' | null; onClose: () => void }) {
  const failed = useFailed(onClose);
  const remove = useApiMutation(deleteWebhook, failed('Deletion Failed'));
  const rotate = useApiMutation(rotateWebhookSecret, {
    ...failed('Update Failed'),
    onSuccess: ({ secret }) => {
      onClose();
      onSecret(secret);
    },
  });
  return (
    <>
      <ConfirmDialog
        open={asked === 'rotate'}
        onClose={onClose}
        onConfirm={() => rotate.mutate({ params: { id } })}
        title="Replace the secret?"
        message="We'll show a new one once. The current one keeps working for 24 hours."
        confirmLabel="Replace secret"
        busy={rotate.isPending}
        busyLabel="Replacing..."
      />
      <ConfirmDialog
        open={asked === 'delete'}
        onClose={onClose}
        onConfirm={() => remove.mutate({ params: { id } })}
        title="Delete this webhook?"
        message={`${name} gets no more messages, and its deliveries are deleted.`}
        confirmLabel="Delete"
        busy={remove.isPending}
        busyLabel="Deleting..."
      />
    </>
  );
}
