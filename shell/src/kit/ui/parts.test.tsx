// @vitest-environment jsdom
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import {
  Badge,
  Button,
  Card,
  CancelButton,
  ConfirmDialog,
  Dialog,
  EmptyState,
  Field,
  IconButton,
  Loaded,
  Menu,
  MenuItem,
  NativeSelect,
  Problem,
  ScreenHeading,
  SegmentedControl,
  Skeleton,
  StatusBadge,
  Switch,
  Tab,
  TabList,
  TabPanel,
  Tabs,
  TextArea,
  TextInput,
  Time,
  ApiError,
} from '../index.ts';
import { renderScreen } from '../testing.tsx';
import { Checkbox } from './inputs.tsx';

/** Colours and the page around it are judged in the browser. */
const AXE = { rules: { 'color-contrast': { enabled: false }, region: { enabled: false } } };

function Everything() {
  const [tab, setTab] = useState<'one' | 'two'>('one');
  return (
    <>
      <ScreenHeading
        title="Parts"
        subtitle="All of them"
        badge={<Badge>New</Badge>}
        action={<Button variant="primary">Do it</Button>}
      />
      <Card title="Form">
        <Field label="Name" hint="As on the page" error="Needed">
          <TextInput name="name" />
        </Field>
        <Field label="Text">
          <TextArea />
        </Field>
        <Field label="Tone">
          <NativeSelect>
            <option>Casual</option>
          </NativeSelect>
        </Field>
        <Switch label="On" checked onCheckedChange={() => {}} />
        <Checkbox label="Also" checked={false} onCheckedChange={() => {}} />
        <SegmentedControl
          label="Type"
          value="x"
          onValueChange={() => {}}
          options={[
            { value: 'x', label: 'X' },
            { value: 'y', label: 'Y' },
          ]}
        />
      </Card>
      <Tabs value={tab} onValueChange={setTab}>
        <TabList label="Ways">
          <Tab value="one">One</Tab>
          <Tab value="two">Two</Tab>
        </TabList>
        <TabPanel value="one">First</TabPanel>
        <TabPanel value="two">Second</TabPanel>
      </Tabs>
      <StatusBadge status="missed" />
      <Time instant="2026-11-24T01:00:00Z" relative />
      <IconButton label="Delete" icon={<span aria-hidden>x</span>} />
      <EmptyState action={<Button>Write</Button>}>Nothing yet.</EmptyState>
      <Skeleton rows={5} />
      <Problem
        error={new ApiError('500: x', { status: 500, body: null, reason: 'It broke', requestId: 'r-1' })}
        onRetry={() => {}}
      />
    </>
  );
}

test('every part stands the accessibility check', async () => {
  const { container } = renderScreen(Everything);
  const { violations } = await axe.run(container, AXE);
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
});

test('a field names its control and tells what is wrong with it', () => {
  renderScreen(Everything);
  const control = screen.getByRole('textbox', { name: 'Name' });
  const described = (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent);
  expect(described).toEqual(['As on the page', 'Needed']);
  expect(control.getAttribute('aria-invalid')).toBe('true');
});

test('a busy button says what it does and takes no further press', async () => {
  const onClick = vi.fn();
  renderScreen(() => (
    <Button busy busyLabel="Publishing Post..." onClick={onClick}>
      Publish Now
    </Button>
  ));
  await userEvent.click(screen.getByRole('button', { name: 'Publishing Post...' }));
  expect(onClick).not.toHaveBeenCalled();
});

test('a double click sends once, also when the answer comes between its two presses', async () => {
  const onClick = vi.fn();
  const onNext = vi.fn();
  renderScreen(() => (
    <>
      <Button busy={false} onClick={onClick}>
        Publish Now
      </Button>
      <Button onClick={onNext}>Next</Button>
    </>
  ));
  await userEvent.dblClick(screen.getByRole('button', { name: 'Publish Now' }));
  expect(onClick).toHaveBeenCalledOnce();
  // What sends nothing may be pressed as fast as somebody likes.
  await userEvent.dblClick(screen.getByRole('button', { name: 'Next' }));
  expect(onNext).toHaveBeenCalledTimes(2);
});

test('a problem gives the reason, another try and the request id', async () => {
  const onRetry = vi.fn();
  renderScreen(() => (
    <Problem
      error={new ApiError('500: x', { status: 500, body: null, reason: 'It broke', requestId: 'r-1' })}
      onRetry={onRetry}
    />
  ));
  expect(within(screen.getByRole('alert')).getByText('It broke')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Copy request ID r-1' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(onRetry).toHaveBeenCalledOnce();
});

test("a dialog is named, is ready to type in, closes by Escape and mounts inside the guest's root", async () => {
  const onClose = vi.fn();
  renderScreen(() => (
    <Dialog open onClose={onClose} title="Reschedule" description="Pick a time">
      <TextInput aria-label="Date" />
    </Dialog>
  ));
  const dialog = await screen.findByRole('dialog', { name: 'Reschedule' });
  expect(dialog.closest('[data-remote="test"]')).not.toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Date' })));
  const { violations } = await axe.run(dialog, AXE);
  expect(violations.map(({ id }) => id)).toEqual([]);
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalled();
});

test('on touch a dialog begins at its button, so that no keyboard comes up over it', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => Object.assign(new EventTarget(), { matches: query === '(pointer: coarse)' }) as MediaQueryList,
  );
  renderScreen(() => <FormDialog onClose={() => {}} />);
  const close = await screen.findByRole('button', { name: 'Close' });
  await waitFor(() => expect(document.activeElement).toBe(close));
  vi.restoreAllMocks();
});

const FormDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog open onClose={onClose} title="Edit Post" footer={<CancelButton />}>
    <TextArea aria-label="Text" defaultValue="Fresh bread" />
  </Dialog>
);

test.each([
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['Cancel', () => userEvent.click(screen.getByRole('button', { name: 'Cancel' }))],
  ['its own button', () => userEvent.click(screen.getByRole('button', { name: 'Close' }))],
])('a dialog asks before %s throws typed words away', async (_, leave) => {
  const onClose = vi.fn();
  renderScreen(() => <FormDialog onClose={onClose} />);
  const field = await screen.findByRole('textbox', { name: 'Text' });
  await userEvent.type(field, ' today');
  await leave();
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(onClose).not.toHaveBeenCalled();
  expect(field).toHaveProperty('value', 'Fresh bread today');

  await leave();
  await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }));
  expect(onClose).toHaveBeenCalledOnce();
});

test('a dialog in which all is as it was closes without a question', async () => {
  const onClose = vi.fn();
  renderScreen(() => <FormDialog onClose={onClose} />);
  await userEvent.type(await screen.findByRole('textbox', { name: 'Text' }), '!{Backspace}');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).toHaveBeenCalledOnce();
});

test('a tab is not closed over typed words without a question', async () => {
  const tries = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  renderScreen(() => <FormDialog onClose={() => {}} />);
  const field = await screen.findByRole('textbox', { name: 'Text' });
  expect(tries()).toBe(false);
  await userEvent.type(field, ' today');
  expect(tries()).toBe(true);
});

test('a confirmation waits for its answer and cannot be left while it works', async () => {
  const onClose = vi.fn();
  const onConfirm = vi.fn();
  const Asking = ({ busy }: { busy: boolean }) => (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={onConfirm}
      title="Delete"
      message="Are you sure?"
      confirmLabel="Delete"
      busy={busy}
      destructive
    />
  );
  const { rerender } = renderScreen(() => <Asking busy={false} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(onConfirm).toHaveBeenCalledOnce();
  rerender(<Asking busy />);
  await userEvent.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  rerender(<Asking busy={false} />);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).toHaveBeenCalledOnce();
});

test('a menu opens from its button and tells what was chosen', async () => {
  const onSelect = vi.fn();
  renderScreen(() => (
    <Menu trigger={<button type="button">More</button>}>
      <MenuItem onSelect={onSelect}>Duplicate</MenuItem>
    </Menu>
  ));
  await userEvent.click(screen.getByRole('button', { name: 'More' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Duplicate' }));
  expect(onSelect).toHaveBeenCalledOnce();
});

test('what was not loaded before the line was cut says so, and what was stays', () => {
  const query = { data: undefined, error: null, isPending: true, refetch: async () => {} };
  const { rerender } = render(
    <Loaded query={{ ...query, fetchStatus: 'paused' }}>{(text: string) => <p>{text}</p>}</Loaded>,
  );
  expect(screen.getByRole('status').textContent).toMatch(/^You're offline\./);
  rerender(
    <Loaded query={{ ...query, data: 'There', isPending: false, fetchStatus: 'paused' }}>
      {(text: string) => <p>{text}</p>}
    </Loaded>,
  );
  expect([screen.queryByText('There'), screen.queryByRole('status')]).toEqual([expect.anything(), null]);
});
