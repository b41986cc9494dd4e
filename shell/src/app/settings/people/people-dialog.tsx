import {
  deletePageInvitation,
  invitePageMember,
  listPageMembers,
  MEMBER_ROLES,
  removePageMember,
  updatePageMember,
  type FacebookPage,
  type MemberRole,
  type PageInvitation,
  type PageMember,
  type PagePeople,
} from '@pagecast/api/contract';
import { useQuery } from '@tanstack/react-query';
import { Trash2, UserPlus } from 'lucide-react';
import { useState } from 'react';
import {
  apiQuery,
  Button,
  ConfirmDialog,
  Dialog,
  Field,
  formatHistoryDate,
  IconButton,
  NativeSelect,
  Problem,
  reasonOf,
  Skeleton,
  useApiMutation,
  useNotify,
  useTimeZone,
} from '../../../kit/index.ts';
import { CopiedText } from '../copied-text.tsx';
import { ROLE_NAMES, ROLE_RIGHTS } from './role-names.ts';

/** Who works with a page, for whoever connected it. */
export function PeopleDialog({ page, onClose }: { page: FacebookPage; onClose: () => void }) {
  const { data: people, error, refetch } = useQuery(apiQuery(listPageMembers, { params: { id: page.id } }));
  return (
    <Dialog
      open
      onClose={onClose}
      savesAtOnce
      title="People"
      description={page.name}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      {error !== null && <Problem error={error} title="We couldn't load the people" onRetry={() => void refetch()} />}
      {people === undefined && error === null && <Skeleton rows={3} />}
      {people !== undefined && (
        <div className="flex flex-col gap-5">
          <Members people={people} />
          <Invite people={people} />
        </div>
      )}
    </Dialog>
  );
}

function Members({ people }: { people: PagePeople }) {
  const { members, alsoConnectedBy } = people;
  const [isToGo, setIsToGo] = useState<PageMember | null>(null);
  return (
    <section aria-label="People of this page">
      {members.length === 0 && (
        <p className="max-w-[72ch] text-ink-soft">
          Nobody else works with this page yet. Whoever you invite sees what is scheduled on it.
        </p>
      )}
      <ul className="divide-y divide-line">
        {members.map((member) => (
          <MemberRow
            key={member.id}
            pageId={people.facebookPageId}
            member={member}
            onRemove={() => setIsToGo(member)}
          />
        ))}
      </ul>
      <RemoveQuestion pageId={people.facebookPageId} member={isToGo} onClose={() => setIsToGo(null)} />
      {alsoConnectedBy.length > 0 && (
        <p className="mt-3 max-w-[72ch] wrap-anywhere text-ink-soft">
          {new Intl.ListFormat('en').format(alsoConnectedBy.map(({ name }) => name))} connected this page too. You see
          each other's scheduled posts.
        </p>
      )}
    </section>
  );
}

function MemberRow({ pageId, member, onRemove }: { pageId: number; member: PageMember; onRemove: () => void }) {
  const change = useApiMutation(updatePageMember, { onError: useFailure() });
  const params = { id: pageId, memberId: member.id };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0">
      <p className="min-w-0 font-medium wrap-anywhere">{member.name}</p>
      <div className="flex items-center gap-2">
        <RoleSelect
          label={`Role of ${member.name}`}
          value={member.role}
          disabled={change.isPending}
          onChange={(role) => change.mutate({ params, body: { role } })}
        />
        <IconButton label={`Remove ${member.name}`} icon={<Trash2 aria-hidden />} destructive onClick={onRemove} />
      </div>
    </li>
  );
}

function RemoveQuestion({
  pageId,
  member,
  onClose,
}: {
  pageId: number;
  member: PageMember | null;
  onClose: () => void;
}) {
  const fail = useFailure();
  const remove = useApiMutation(removePageMember, {
    onSuccess: onClose,
    onError: (error) => {
      onClose();
      fail(error);
    },
  });
  return (
    <ConfirmDialog
      open={member !== null}
      onClose={onClose}
      onConfirm={() => member !== null && remove.mutate({ params: { id: pageId, memberId: member.id } })}
      destructive
      title="Remove this person?"
      message={`${member?.name ?? ''} loses access to the page right away, and so do the programs they connected.`}
      confirmLabel="Remove"
      busy={remove.isPending}
      busyLabel="Removing..."
    />
  );
}

function Invite({ people }: { people: PagePeople }) {
  const onError = useFailure();
  const [role, setRole] = useState<MemberRole>('editor');
  const invite = useApiMutation(invitePageMember, { onError });
  const takeBack = useApiMutation(deletePageInvitation, {
    onError,
    onSuccess: () => invite.reset(),
  });
  const timeZone = useTimeZone();
  const until = ({ expiresAt }: PageInvitation) => formatHistoryDate(expiresAt, timeZone);
  const id = people.facebookPageId;
  return (
    <section aria-label="Invitations" className="flex flex-col gap-3">
      <Field label="Invite somebody as" hint={ROLE_RIGHTS[role]}>
        <RoleSelect label="Invite somebody as" value={role} onChange={setRole} />
      </Field>
      <div>
        <Button
          icon={<UserPlus aria-hidden />}
          busy={invite.isPending}
          busyLabel="Creating..."
          onClick={() => invite.mutate({ params: { id }, body: { role } })}
        >
          Create Link
        </Button>
      </div>
      {invite.data !== undefined && <NewLink link={invite.data.link} />}
      <ul className="divide-y divide-line">
        {people.invitations.map((invitation) => (
          <li key={invitation.id} className="flex items-center justify-between gap-4 py-2">
            <p className="text-ink-soft">
              {ROLE_NAMES[invitation.role] ?? invitation.role} link, until {until(invitation)}
            </p>
            <IconButton
              label={`Delete the ${ROLE_NAMES[invitation.role] ?? invitation.role} link, until ${until(invitation)}`}
              icon={<Trash2 aria-hidden />}
              destructive
              disabled={takeBack.isPending}
              onClick={() => takeBack.mutate({ params: { id, invitationId: invitation.id } })}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The one time that a link is shown. */
function NewLink({ link }: { link: string }) {
  return (
    <div role="status" className="flex flex-col gap-2">
      <p className="max-w-[72ch] text-ink-soft">
        Send this link to one person. They have to be able to log in to Pagecast. We won't show it again.
      </p>
      <CopiedText text={link} />
    </div>
  );
}

function RoleSelect({
  label,
  value,
  disabled = false,
  onChange,
}: {
  label: string;
  value: string;
  disabled?: boolean;
  onChange: (role: MemberRole) => void;
}) {
  return (
    <NativeSelect
      aria-label={label}
      value={value}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.value as MemberRole)}
    >
      {MEMBER_ROLES.map((role) => (
        <option key={role} value={role}>
          {ROLE_NAMES[role]}
        </option>
      ))}
    </NativeSelect>
  );
}

function useFailure() {
  const notify = useNotify();
  return (error: Error) =>
    notify({ tone: 'destructive', title: 'Update Failed', description: reasonOf(error, 'Please try again.') });
}
