import { Forthcoming } from '@pagecast/shell/kit';

export function AdminPanelScreen() {
  return (
    <Forthcoming
      title="Admin Panel"
      subtitle="Access, keys and environments of Pagecast."
      promises={[
        'decide who may come in: allowed and blocked accounts, invitation codes',
        'set API keys and a Facebook app for each environment',
        'look at logins, and step into a user’s place to help',
      ]}
      meanwhile={(
        <p>
          Accounts listed in <code className="font-mono text-sm">ADMIN_FACEBOOK_IDS</code> always come in as administrators, and invitation codes let
          others in. Keys and the Facebook app are set where the server is started.
        </p>
      )}
    />
  );
}
