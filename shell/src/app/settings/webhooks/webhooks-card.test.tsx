import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhookEvents,
  listWebhooks,
  redeliverWebhook,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
  type Webhook,
  type WebhookDelivery,
} from '@pagecast/api/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer, Refusal, serve, someUser, type Answer } from '../../../kit/testing.tsx';
import { renderInShell } from '../../testing.tsx';
import { WebhooksCard } from './webhooks-card.tsx';

const AT = '2026-11-23T09:00:00.000Z';
const webhook = (facts: Partial<Webhook> = {}): Webhook => ({
  id: 1,
  name: 'Kitchen',
  url: 'https://example.com/hooks',
  format: 'standard',
  events: ['post.failed'],
  isEnabled: true,
  disabledBecause: null,
  failingSince: null,
  previousSecretUntil: null,
  waiting: 0,
  lastDeliveredAt: null,
  createdAt: AT,
  ...facts,
});
const delivery = (facts: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id: 9,
  eventId: '6f1c2a9e-0d5b-4d0e-9f5e-2f4f1f0f7a11',
  type: 'post.failed',
  sequence: 3,
  state: 'failed',
  attempts: 2,
  lastStatus: 500,
  lastFlaw: null,
  lastDurationMs: 12,
  lastAttemptAt: AT,
  nextAttemptAt: null,
  createdAt: AT,
  ...facts,
});
const events = [
  { type: 'post.failed', title: 'A post failed', schema: {}, example: {} },
  { type: 'post.published', title: 'A post was published', schema: {}, example: {} },
];

async function open(webhooks: readonly Webhook[], routes: readonly Answer[] = [], user = someUser) {
  const { calls } = serve([answer(listWebhooks, [...webhooks]), answer(listWebhookEvents, events), ...routes]);
  const shown = await renderInShell(() => <WebhooksCard />, { user });
  await waitFor(() => expect(calls.some(({ path }) => path === '/api/webhooks')).toBe(true));
  const writes = () =>
    calls.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body]);
  return { ...shown, calls, writes };
}
const choose = async (name: string) => {
  fireEvent.click(await screen.findByRole('button', { name: 'More actions: Kitchen' }));
  fireEvent.click(await screen.findByRole('menuitem', { name }));
};

test('a new one is made for its events, and its secret is shown this once', async () => {
  const { writes } = await open([], [answer(createWebhook, { ...webhook(), secret: 'whsec_once' })]);
  await screen.findByText(/^No webhooks yet/);
  fireEvent.click(screen.getByRole('button', { name: 'Add webhook' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add webhook' });
  fireEvent.change(within(dialog).getByLabelText('Address'), { target: { value: 'https://example.com/hooks' } });
  fireEvent.change(within(dialog).getByLabelText('Send to'), { target: { value: 'slack' } });
  fireEvent.click(await within(dialog).findByRole('checkbox', { name: 'A post was published' }));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Add webhook' }));
  await screen.findByText('whsec_once');
  expect(writes()).toEqual([
    [
      'POST',
      '/api/webhooks',
      { url: 'https://example.com/hooks', events: ['post.failed', 'post.published'], format: 'slack' },
    ],
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByText('whsec_once')).toBeNull());
});

test('a refused address says why, where it stands', async () => {
  const message = 'url: Must be an address that anyone on the internet can reach';
  await open(
    [],
    [
      answer(createWebhook, () => {
        throw new Refusal(400, { message, code: 'invalid_input' });
      }),
    ],
  );
  fireEvent.click(screen.getByRole('button', { name: 'Add webhook' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(within(dialog).getByLabelText('Address'), { target: { value: 'https://10.0.0.1/' } });
  await within(dialog).findByRole('checkbox', { name: 'A post failed' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Add webhook' }));
  expect((await within(dialog).findByRole('alert')).textContent).toBe(
    'Must be an address that anyone on the internet can reach',
  );
});

test('it can be tried, turned off and deleted, and its secret replaced', async () => {
  const { writes } = await open(
    [webhook()],
    [
      answer(testWebhook, delivery()),
      answer(updateWebhook, webhook({ isEnabled: false })),
      answer(rotateWebhookSecret, { ...webhook(), secret: 'whsec_new' }),
      answer(deleteWebhook, { success: true }),
    ],
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Send test: Kitchen' }));
  await choose('Turn off');
  await choose('Replace secret');
  fireEvent.click(await screen.findByRole('button', { name: 'Replace secret' }));
  await screen.findByText('whsec_new');
  fireEvent.click(screen.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByText('whsec_new')).toBeNull());
  await choose('Delete');
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(() =>
    expect(writes()).toEqual([
      ['POST', '/api/webhooks/:id/test', undefined],
      ['PATCH', '/api/webhooks/:id', { isEnabled: false }],
      ['POST', '/api/webhooks/:id/secret', undefined],
      ['DELETE', '/api/webhooks/:id', undefined],
    ]),
  );
});

test('its events are changed in a window that has the focus, and at least one stays', async () => {
  const { writes } = await open([webhook({ events: ['post.failed'] })], [answer(updateWebhook, webhook())]);
  await choose('Edit');
  const dialog = await screen.findByRole('dialog', { name: 'Edit webhook' });
  // Its first field can't be changed.
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  fireEvent.click(await within(dialog).findByRole('checkbox', { name: 'A post failed' }));
  expect(within(dialog).getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
  expect(within(dialog).getByRole('status').textContent).toBe('Choose at least one event.');
  fireEvent.click(within(dialog).getByRole('checkbox', { name: 'A post was published' }));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(writes()).toEqual([['PATCH', '/api/webhooks/:id', expect.anything()]]));
});

test('whoever turns the page of what was sent keeps their place', async () => {
  let turned: (() => void) | undefined;
  await open(
    [webhook()],
    [
      answer(listWebhookDeliveries, async ({ query }) => {
        if (query['page'] !== '2') return { deliveries: [delivery({ sequence: 30 })], hasMore: true };
        await new Promise<void>((resolve) => {
          turned = resolve;
        });
        return { deliveries: [delivery({ sequence: 10 })], hasMore: false };
      }),
    ],
  );
  const log = (await screen.findByText('Deliveries')).closest('details') as HTMLDetailsElement;
  log.open = true;
  fireEvent(log, new Event('toggle'));
  const older = await screen.findByRole('button', { name: 'Older' });
  older.focus();
  fireEvent.click(older);
  await waitFor(() => expect(turned).toBeDefined());
  expect(document.activeElement).toBe(older);
  expect(screen.getByText(/#30/)).toBeDefined();
  turned?.();
  await screen.findByText(/#10/);
  expect(screen.getByRole('button', { name: 'Older' })).toBe(older);
});

test('what was sent is listed, and can be sent again', async () => {
  const { writes } = await open(
    [webhook({ failingSince: AT, waiting: 1200 })],
    [
      answer(listWebhookDeliveries, { deliveries: [delivery()], hasMore: false }),
      answer(redeliverWebhook, delivery({ state: 'waiting' })),
    ],
  );
  expect(await screen.findByText('Failing')).toBeTruthy();
  expect(screen.getByText(/1,200 waiting/)).toBeTruthy();
  const log = screen.getByText('Deliveries').closest('details') as HTMLDetailsElement;
  log.open = true;
  fireEvent(log, new Event('toggle'));
  expect(await screen.findByText(/Answered 500 \(2 attempts\)/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Send again: #3 post.failed' }));
  await waitFor(() => expect(writes()).toEqual([['POST', '/api/webhook-deliveries/:id/redeliver', undefined]]));
});

test('one that we turned off says why', async () => {
  await open([webhook({ isEnabled: false, disabledBecause: 'failing' })]);
  expect(await screen.findByText('Turned off because nothing got through for a day.')).toBeTruthy();
});

test('whoever impersonates somebody sees them, and changes nothing', async () => {
  await open([webhook()], [], {
    ...someUser,
    impersonatedBy: { id: '1', name: 'Admin', until: AT },
  });
  await screen.findByText('Kitchen');
  expect(screen.queryByRole('button', { name: /Add webhook|Send test|More actions/ })).toBeNull();
});
