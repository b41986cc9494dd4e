import {
  changeMailAddress,
  checkPagesStatus,
  readMailSettings,
  removeMailAddress,
  updateMailSettings,
  type MailSettings,
} from '@pagecast/api/contract';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import {
  apiQuery,
  Button,
  Card,
  Checkbox,
  Disclosure,
  Field,
  Loaded,
  reasonOf,
  Switch,
  TextInput,
  useApiMutation,
  useNotify,
  zoneName,
} from '../../kit/index.ts';
import { minutesOf, timeOf, USUAL_NIGHT } from './quiet-times.ts';

type MailChanges = Partial<Pick<MailSettings, 'isOn' | 'quietHours' | 'mutedPageIds'>>;

const settingsQuery = apiQuery(readMailSettings);

/** Where mails go, when, and about which pages. */
export function EmailCard({ isOwn }: { isOwn: boolean }) {
  const query = useQuery(settingsQuery);
  return (
    <Card title="Email" description="We email you when a post fails, a page needs you or automation stops.">
      <Loaded query={query} rows={3} problemTitle="We couldn't load your email settings">
        {(settings) => <Settings settings={settings} isOwn={isOwn} />}
      </Loaded>
    </Card>
  );
}

function Settings({ settings, isOwn }: { settings: MailSettings; isOwn: boolean }) {
  const { update, isPending } = useUpdate();
  if (!settings.isSetUp)
    return (
      <p className="max-w-[72ch] text-ink-soft">
        Pagecast can't send emails yet. An administrator can set up a mail server in the Admin Panel.
      </p>
    );
  return (
    <div className="flex flex-col gap-5">
      <Switch
        label="Send me emails"
        checked={settings.isOn}
        disabled={isPending}
        onCheckedChange={(isOn) => update({ isOn })}
      />
      <Address settings={settings} isOwn={isOwn} />
      <QuietHours key={JSON.stringify(settings.quietHours)} settings={settings} />
      <Pages settings={settings} />
    </div>
  );
}

function useUpdate() {
  const notify = useNotify();
  const { mutate, isPending } = useApiMutation(updateMailSettings, {
    onSuccess: () => notify({ tone: 'default', title: 'Email Settings Updated' }),
    onError: (error) =>
      notify({ tone: 'destructive', title: 'Update Failed', description: reasonOf(error, 'Please try again.') }),
  });
  return { update: (body: MailChanges) => mutate({ body }), isPending };
}

function Address({ settings, isOwn }: { settings: MailSettings; isOwn: boolean }) {
  const { address, isFromFacebook, pendingAddress, bounce } = settings;
  return (
    <div className="flex flex-col gap-3">
      <div className="max-w-[72ch]">
        <p className="wrap-anywhere">
          {address === null ? 'We have no email address for you yet.' : `Emails go to ${address}.`}
          {isFromFacebook && <span className="text-ink-soft"> You share it with us on Facebook.</span>}
        </p>
        {pendingAddress !== null && (
          <p className="mt-1 wrap-anywhere text-ink-soft" role="status">
            We sent a link to {pendingAddress}. Press it within 24 hours to confirm the address.
          </p>
        )}
        {bounce !== null && (
          <p className="mt-1 wrap-anywhere text-bad">
            Emails to this address came back, so we stopped sending them. Confirm it again, or enter another one. The
            mail server said: {bounce.reason}
          </p>
        )}
      </div>
      {isOwn && <AddressForm settings={settings} />}
    </div>
  );
}

function AddressForm({ settings: { isFromFacebook, address, pendingAddress } }: { settings: MailSettings }) {
  const notify = useNotify();
  const change = useApiMutation(changeMailAddress, {
    onSuccess: () =>
      notify({ tone: 'default', title: 'Check Your Inbox', description: 'Press the link that we just emailed you.' }),
    onError: (error) =>
      notify({ tone: 'destructive', title: 'Address Not Changed', description: reasonOf(error, 'Please try again.') }),
  });
  const remove = useApiMutation(removeMailAddress, {
    onSuccess: () => notify({ tone: 'default', title: 'Address Removed' }),
    onError: (error) =>
      notify({ tone: 'destructive', title: 'Address Not Removed', description: reasonOf(error, 'Please try again.') }),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = new FormData(form).get('address');
    if (typeof typed !== 'string' || typed.trim() === '') return;
    change.mutate({ body: { address: typed.trim() } }, { onSuccess: () => form.reset() });
  };
  const isOurs = (address !== null && !isFromFacebook) || pendingAddress !== null;
  return (
    <form noValidate aria-label="Email address" onSubmit={submit} className="flex flex-wrap items-end gap-3">
      <Field label={address === null ? 'Your email address' : 'Another address'} className="w-full max-w-sm">
        <TextInput name="address" type="email" autoComplete="email" maxLength={254} placeholder="name@example.com" />
      </Field>
      <Button type="submit" variant="secondary" busy={change.isPending} busyLabel="Sending...">
        Send link
      </Button>
      {isOurs && (
        <Button variant="ghost" busy={remove.isPending} busyLabel="Removing..." onClick={() => remove.mutate({})}>
          Remove address
        </Button>
      )}
    </form>
  );
}

/** No mails at night; what happens meanwhile is one mail in the morning. */
function QuietHours({ settings: { quietHours, timeZone } }: { settings: MailSettings }) {
  const { update, isPending } = useUpdate();
  const [from, setFrom] = useState(timeOf((quietHours ?? USUAL_NIGHT).from));
  const [to, setTo] = useState(timeOf((quietHours ?? USUAL_NIGHT).to));
  const hours = { from: minutesOf(from), to: minutesOf(to) };
  const isRight = hours.from !== null && hours.to !== null && hours.from !== hours.to;
  const isChanged = quietHours !== null && (hours.from !== quietHours.from || hours.to !== quietHours.to);
  return (
    <div className="flex flex-col gap-3">
      <Switch
        label="Quiet hours"
        checked={quietHours !== null}
        disabled={isPending}
        onCheckedChange={(isQuiet) => update({ quietHours: isQuiet ? USUAL_NIGHT : null })}
      />
      {quietHours !== null && (
        <div className="flex flex-wrap items-end gap-3">
          <Field label="From" className="w-32">
            <TextInput type="time" value={from} onChange={(event) => setFrom(event.currentTarget.value)} />
          </Field>
          <Field
            label="To"
            className="w-32"
            error={from !== '' && from === to ? 'Choose a time other than the start.' : null}
          >
            <TextInput type="time" value={to} onChange={(event) => setTo(event.currentTarget.value)} />
          </Field>
          <Button
            variant="secondary"
            disabled={!isRight || !isChanged}
            busy={isPending}
            busyLabel="Saving..."
            onClick={() => {
              if (hours.from !== null && hours.to !== null) update({ quietHours: { from: hours.from, to: hours.to } });
            }}
          >
            Save hours
          </Button>
          <p className="w-full text-sm text-ink-soft">
            {zoneName(timeZone)} time. We keep what happens until the morning and send it in one email.
          </p>
        </div>
      )}
    </div>
  );
}

function Pages({ settings: { mutedPageIds } }: { settings: MailSettings }) {
  const { update, isPending } = useUpdate();
  const pages = useQuery(apiQuery(checkPagesStatus)).data ?? [];
  if (pages.length === 0) return null;
  const muted = new Set(mutedPageIds.filter((id) => pages.some((page) => page.id === id)));
  const label = muted.size === 0 ? 'About all pages' : `About ${pages.length - muted.size} of ${pages.length} pages`;
  return (
    <Disclosure label={label}>
      <ul className="flex flex-col gap-1">
        {pages.map(({ id, name }) => (
          <li key={id}>
            <Checkbox
              label={name}
              checked={!muted.has(id)}
              disabled={isPending}
              onCheckedChange={(isWanted) =>
                update({ mutedPageIds: isWanted ? [...muted].filter((other) => other !== id) : [...muted, id] })
              }
            />
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
