import { listWebhooks, MAX_WEBHOOKS } from '@pagecast/api/contract';
import { useQuery } from '@tanstack/react-query';
import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { apiQuery, Button, Card, EmptyState, Loaded, useUser } from '../../../kit/index.ts';
import { SecretDialog } from '../secret-dialog.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';
import { WebhookRow } from './webhook-row.tsx';

/** Addresses that are told what happens to the person's posts and pages. */
export function WebhooksCard() {
  const webhooks = useQuery({
    ...apiQuery(listWebhooks),
    // Something is on its way: how it ends is soon known.
    refetchInterval: ({ state }) => (state.data?.some(({ waiting }) => waiting > 0) === true ? 3000 : false),
  });
  const isOwn = !useUser().impersonatedBy;
  const [isAdding, setIsAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const isFull = (webhooks.data?.length ?? 0) >= MAX_WEBHOOKS;
  return (
    <Card
      title="Webhooks"
      description="Tell your own server, Slack, Discord or Telegram what happens to your posts and pages."
      actions={
        isOwn &&
        !isFull && (
          <Button icon={<Plus aria-hidden />} onClick={() => setIsAdding(true)}>
            Add webhook
          </Button>
        )
      }
    >
      <Loaded
        query={webhooks}
        problemTitle="We couldn't load your webhooks"
        rows={2}
        empty={(list) => (list.length > 0 ? null : <NoneYet />)}
      >
        {(list) => (
          <ul className="flex flex-col divide-y divide-line">
            {list.map((webhook) => (
              <WebhookRow key={webhook.id} webhook={webhook} isOwn={isOwn} onSecret={setSecret} />
            ))}
          </ul>
        )}
      </Loaded>
      {isAdding && (
        <WebhookDialog
          webhook={null}
          onClose={() => setIsAdding(false)}
          onCreated={(made) => {
            setIsAdding(false);
            setSecret(made);
          }}
        />
      )}
      {secret !== null && (
        <SecretDialog title="Signing secret" secret={secret} onClose={() => setSecret(null)}>
          Your receiver checks each message with it, as Standard Webhooks describes. Slack, Discord and Telegram don't
          need it.
        </SecretDialog>
      )}
    </Card>
  );
}

function NoneYet() {
  return (
    <EmptyState icon={<WebhookIcon />}>
      No webhooks yet. Add one to get a signed message when a post fails or a page needs reconnecting.
    </EmptyState>
  );
}
