import { listWebhookDeliveries, redeliverWebhook, type WebhookDelivery } from '@pagecast/api/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery, Badge, Button, Loaded, reasonOf, Time, useApiMutation, useNotify } from '../../../kit/index.ts';
import { DELIVERY_STATES, describeDelivery } from './delivery-words.ts';

/** What was sent in the last month, the newest first. */
export function DeliveryList({ webhookId, isOn }: { webhookId: number; isOn: boolean }) {
  const [page, setPage] = useState(1);
  const log = useQuery({
    ...apiQuery(listWebhookDeliveries, { params: { id: webhookId }, query: { page } }),
    // Whoever turns the page keeps their place.
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.deliveries.some((one) => one.state === 'waiting') === true ? 3000 : false,
  });
  return (
    <Loaded
      query={log}
      problemTitle="We couldn't load the deliveries"
      rows={3}
      empty={({ deliveries }) =>
        deliveries.length > 0 || page > 1 ? null : <p className="text-ink-soft">Nothing has been sent yet.</p>
      }
    >
      {({ deliveries, hasMore }) => (
        <>
          <ul className="flex flex-col divide-y divide-line rounded-control border border-line">
            {deliveries.map((delivery) => (
              <DeliveryRow key={delivery.id} delivery={delivery} isOn={isOn} />
            ))}
          </ul>
          {(page > 1 || hasMore) && (
            <div className="mt-2 flex gap-2">
              <Button size="sm" disabled={page === 1} onClick={() => setPage(page - 1)}>
                Newer
              </Button>
              <Button size="sm" disabled={!hasMore} onClick={() => setPage(page + 1)}>
                Older
              </Button>
            </div>
          )}
        </>
      )}
    </Loaded>
  );
}

function DeliveryRow({ delivery, isOn }: { delivery: WebhookDelivery; isOn: boolean }) {
  const notify = useNotify();
  const again = useApiMutation(redeliverWebhook, {
    onError: (error) =>
      notify({ tone: 'destructive', title: 'Sending Failed', description: reasonOf(error, 'Please try again.') }),
  });
  const { id, type, sequence, state, createdAt, nextAttemptAt, attempts } = delivery;
  const { tone, label } = DELIVERY_STATES[state] ?? { tone: 'neutral', label: state };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-3 py-2 text-sm">
      <span className="min-w-0">
        <span className="font-mono text-xs">
          #{sequence} {type}
        </span>
        <span className="block text-xs text-ink-soft">
          <Time instant={createdAt} />
          {' · '}
          {describeDelivery(delivery)}
          {nextAttemptAt !== null && attempts > 0 && (
            <>
              {' · Next attempt '}
              <Time instant={nextAttemptAt} />
            </>
          )}
        </span>
      </span>
      <span className="flex items-center gap-2">
        <Badge tone={tone}>{label}</Badge>
        <Button
          size="sm"
          variant="ghost"
          disabled={!isOn}
          busy={again.isPending}
          busyLabel="Sending..."
          aria-label={`Send again: #${sequence} ${type}`}
          onClick={() => again.mutate({ params: { id } })}
        >
          Send again
        </Button>
      </span>
    </li>
  );
}
