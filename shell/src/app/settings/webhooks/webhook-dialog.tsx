import {
  createWebhook,
  listWebhookEvents,
  updateWebhook,
  WEBHOOK_FORMATS,
  type Webhook,
  type WebhookEventType,
  type WebhookFormat,
} from '@pagecast/api/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  apiQuery,
  Checkbox,
  Field,
  FormDialog,
  Loaded,
  NativeSelect,
  reasonOf,
  TextInput,
  useApiMutation,
} from '../../../kit/index.ts';

const FORMATS: Readonly<Record<WebhookFormat, { label: string; placeholder: string }>> = {
  standard: { label: 'Your own server (Standard Webhooks)', placeholder: 'https://example.com/hooks' },
  slack: { label: 'Slack', placeholder: 'https://hooks.slack.com/services/…' },
  discord: { label: 'Discord', placeholder: 'https://discord.com/api/webhooks/…' },
  telegram: { label: 'Telegram', placeholder: 'https://api.telegram.org/bot…/sendMessage?chat_id=…' },
};

interface Props {
  /** Null for a new one. */
  webhook: Webhook | null;
  onClose: () => void;
  /** With the secret of a new one. */
  onCreated?: (secret: string) => void;
}

export function WebhookDialog({ webhook, onClose, onCreated }: Props) {
  const [format, setFormat] = useState<WebhookFormat>((webhook?.format as WebhookFormat | undefined) ?? 'standard');
  const [events, setEvents] = useState<readonly string[]>(webhook?.events ?? ['post.failed', 'post.missed']);
  const create = useApiMutation(createWebhook, { onSuccess: ({ secret }) => onCreated?.(secret) });
  const update = useApiMutation(updateWebhook, { onSuccess: onClose });
  const error = create.error ?? update.error;
  const isBusy = create.isPending || update.isPending;

  const handleSubmit = (fields: FormData) => {
    const text = (name: string) => String(fields.get(name) ?? '').trim();
    const [url, name, chosen] = [text('url'), text('name'), events as WebhookEventType[]];
    const named = name === '' ? {} : { name };
    if (webhook === null) create.mutate({ body: { url, events: chosen, format, ...named } });
    else
      update.mutate({
        params: { id: webhook.id },
        body: { events: chosen, ...named, ...(url === '' ? {} : { url, format }) },
      });
  };

  return (
    <FormDialog
      onClose={onClose}
      title={webhook === null ? 'Add webhook' : 'Edit webhook'}
      submitLabel={webhook === null ? 'Add webhook' : 'Save'}
      busy={isBusy}
      busyLabel={webhook === null ? 'Adding...' : 'Saving...'}
      missing={events.length === 0 ? 'Choose at least one event.' : null}
      isCheckedByBrowser
      onSubmit={handleSubmit}
    >
      <PlaceFields webhook={webhook} format={format} onFormat={setFormat} error={error} />
      <EventsField events={events} onChange={setEvents} />
    </FormDialog>
  );
}

/** Where it leads, and what it is called. */
function PlaceFields({
  webhook,
  format,
  onFormat,
  error,
}: Pick<Props, 'webhook'> & {
  format: WebhookFormat;
  onFormat: (format: WebhookFormat) => void;
  error: Error | null;
}) {
  return (
    <>
      <Field label="Send to">
        <NativeSelect
          value={format}
          // Whose messages look otherwise has another address.
          disabled={webhook !== null}
          onChange={(event) => onFormat(event.currentTarget.value as WebhookFormat)}
        >
          {WEBHOOK_FORMATS.map((one) => (
            <option key={one} value={one}>
              {FORMATS[one].label}
            </option>
          ))}
        </NativeSelect>
      </Field>
      <Field
        label="Address"
        hint={webhook === null ? undefined : `Leave empty to keep ${webhook.url}`}
        error={error === null ? null : reasonOf(error, 'Please try again.').replace(/^url: /, '')}
      >
        <TextInput
          name="url"
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={2000}
          required={webhook === null}
          placeholder={FORMATS[format].placeholder}
        />
      </Field>
      <Field label="Name" hint="Optional">
        <TextInput name="name" autoComplete="off" maxLength={100} defaultValue={webhook?.name ?? ''} />
      </Field>
    </>
  );
}

function EventsField({
  events,
  onChange,
}: {
  events: readonly string[];
  onChange: (events: readonly string[]) => void;
}) {
  const catalogue = useQuery(apiQuery(listWebhookEvents));
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-medium text-ink">Events</legend>
      <Loaded query={catalogue} rows={6} problemTitle="We couldn't load the events">
        {(all) =>
          all.map(({ type, title }) => (
            <Checkbox
              key={type}
              label={title}
              checked={events.includes(type)}
              onCheckedChange={(isOn) =>
                onChange(all.map((one) => one.type).filter((one) => (one === type ? isOn : events.includes(one))))
              }
            />
          ))
        }
      </Loaded>
    </fieldset>
  );
}
