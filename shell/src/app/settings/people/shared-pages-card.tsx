import {
  acceptPageInvitation,
  listSharedPages,
  PAGE_INVITATION_HASH,
  removePageMember,
  type SharedPage,
} from '@pagecast/api/contract';
import { useQuery } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import {
  apiQuery,
  Badge,
  Button,
  ButtonLink,
  CancelButton,
  Card,
  ConfirmDialog,
  Dialog,
  IconButton,
  reasonOf,
  useApiMutation,
  useNotify,
} from '../../../kit/index.ts';
import { PageList } from '../../connection/page-list.tsx';
import { ROLE_NAMES } from './role-names.ts';

/** Pages of others, for those with whom any is shared, and the way to them. */
export function SharedPagesCard() {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const { data: pages = [] } = useQuery(apiQuery(listSharedPages));
  const code = hash.startsWith(PAGE_INVITATION_HASH) ? hash.slice(PAGE_INVITATION_HASH.length) : '';
  return (
    <>
      {pages.length > 0 && (
        <Card
          title="Pages Shared with You"
          actions={<ButtonLink to="/super-generator?inbox=waiting">Review Posts</ButtonLink>}
        >
          <PageList pages={pages} row={(page) => <SharedRow key={page.id} page={page} />} />
        </Card>
      )}
      {code !== '' && (
        // The code does not stay in the address: whoever looks at the screen later could use it.
        <JoinDialog code={code} onClose={() => void navigate(pathname + search, { replace: true })} />
      )}
    </>
  );
}

function JoinDialog({ code, onClose }: { code: string; onClose: () => void }) {
  const notify = useNotify();
  const accept = useApiMutation(acceptPageInvitation, {
    onSuccess: ({ name, role }) => {
      notify({ tone: 'default', title: 'Page Shared with You', description: `${name}: ${ROLE_NAMES[role] ?? role}` });
      onClose();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title="Accept Invitation"
      description="Somebody shares a Facebook page with you."
      footer={
        <>
          <CancelButton />
          <Button
            variant="primary"
            busy={accept.isPending}
            busyLabel="Accepting..."
            onClick={() => accept.mutate({ body: { code } })}
          >
            Accept
          </Button>
        </>
      }
    >
      <p className="max-w-[72ch] text-ink-soft">
        You'll see what is scheduled and proposed for the page. Its owner sees your name, and can end this at any time.
      </p>
      {accept.error !== null && (
        <p role="alert" className="mt-3 text-bad">
          {reasonOf(accept.error, 'Please try again.')}
        </p>
      )}
    </Dialog>
  );
}

function SharedRow({ page }: { page: SharedPage }) {
  const notify = useNotify();
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  const leave = useApiMutation(removePageMember, {
    onSuccess: close,
    onError: (error) => {
      close();
      notify({ tone: 'destructive', title: 'Update Failed', description: reasonOf(error, 'Please try again.') });
    },
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{page.name}</p>
        <p className="text-xs wrap-anywhere text-ink-soft">Owner: {page.owner.name}</p>
      </div>
      <div className="flex items-center gap-2">
        <Badge>{ROLE_NAMES[page.role] ?? page.role}</Badge>
        <IconButton label={`Leave ${page.name}`} icon={<LogOut aria-hidden />} onClick={() => setIsAsking(true)} />
      </div>
      <ConfirmDialog
        open={isAsking}
        onClose={close}
        onConfirm={() => leave.mutate({ params: { id: page.id, memberId: page.memberId } })}
        destructive
        title={`Leave ${page.name}`}
        message="You won't see its scheduled posts any more. Only its owner can invite you again."
        confirmLabel="Leave"
        busy={leave.isPending}
        busyLabel="Leaving..."
      />
    </li>
  );
}
