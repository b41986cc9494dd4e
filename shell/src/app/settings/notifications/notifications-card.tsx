import {
  readNotificationChoices,
  updateNotificationChoices,
  type NotificationChannel,
  type NotificationChoices,
  type NotificationKind,
} from '@pagecast/api/contract';
import { useQuery } from '@tanstack/react-query';
import { apiQuery, Card, Loaded, reasonOf, Switch, useApiMutation, useNotify, useUser } from '../../../kit/index.ts';
import { ThisBrowser } from './browser-switch.tsx';

const CHANNELS: readonly { channel: NotificationChannel; title: string }[] = [
  { channel: 'mail', title: 'Email' },
  { channel: 'push', title: 'Browser' },
];

/** What the person is told, and where. Each choice is saved at once. */
export function NotificationsCard() {
  const choices = useQuery(apiQuery(readNotificationChoices));
  const isOwn = !useUser().impersonatedBy;
  return (
    <Card title="Notifications" description="The bell always shows everything. Choose what else reaches you.">
      <Loaded query={choices} rows={8} problemTitle="We couldn't load your choices">
        {(data) => <ChoiceTable choices={data} />}
      </Loaded>
      {isOwn && <ThisBrowser />}
    </Card>
  );
}

function ChoiceTable({ choices: { kinds } }: { choices: NotificationChoices }) {
  const notify = useNotify();
  const update = useApiMutation(updateNotificationChoices, {
    onError: (error) =>
      notify({ tone: 'destructive', title: 'Update Failed', description: reasonOf(error, 'Please try again.') }),
  });
  // What was just chosen stands until the answer is in.
  const pending = update.isPending ? (update.variables?.body.choices ?? []) : [];
  return (
    <div className="relative overflow-x-auto">
      <table className="w-full max-w-2xl text-left">
        <thead>
          <tr className="border-b border-line text-xs text-ink-soft">
            <th scope="col" className="py-2 pr-3 font-medium">
              Event
            </th>
            {CHANNELS.map(({ channel, title }) => (
              <th key={channel} scope="col" className="w-20 px-2 py-2 text-center font-medium">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {kinds.map((row) => (
            <tr key={row.kind} className="border-b border-line last:border-b-0">
              <th scope="row" className="py-1.5 pr-3 font-normal">
                {row.title}
              </th>
              {CHANNELS.map(({ channel, title }) => (
                <td key={channel} className="px-2 py-1.5 text-center align-middle">
                  <Switch
                    hideLabel
                    className="justify-center"
                    label={`${row.title}: ${title}`}
                    checked={
                      pending.find((one) => one.kind === row.kind && one.channel === channel)?.isOn ?? row[channel]
                    }
                    onCheckedChange={(isOn) =>
                      update.mutate({ body: { choices: [{ kind: row.kind as NotificationKind, channel, isOn }] } })
                    }
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
