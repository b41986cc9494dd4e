import { checkPagesStatus, createToken, TOKEN_SCOPES, type TokenScope } from '@pagecast/api/contract';
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
import { SCOPES } from './token-words.ts';
import { hasLimits, missingInLimits, NO_LIMITS, TrustFields } from './trust-fields.tsx';

const DAY_MS = 86_400_000;
/** How long it works, in days; 0: until it is revoked. */
const LIFETIMES = [
  { days: 30, label: '30 days' },
  { days: 90, label: '90 days' },
  { days: 365, label: '1 year' },
  { days: 0, label: 'Never' },
];

interface Props {
  onClose: () => void;
  /** With the token, for this one time. */
  onCreated: (token: string) => void;
}

export function TokenDialog({ onClose, onCreated }: Props) {
  const [scopes, setScopes] = useState<readonly TokenScope[]>(['read']);
  /** By Facebook's ids; null: all. */
  const [pageIds, setPageIds] = useState<readonly string[] | null>(null);
  const [needsApproval, setNeedsApproval] = useState(true);
  const [trust, setTrust] = useState(NO_LIMITS);
  const goesOut = scopes.includes('schedule') || scopes.includes('publish');
  const isTrusted = goesOut && !needsApproval;
  const create = useApiMutation(createToken, { onSuccess: ({ token }) => onCreated(token) });

  const handleSubmit = (fields: FormData) => {
    const days = Number(fields.get('days'));
    create.mutate({
      body: {
        name: String(fields.get('name') ?? '').trim(),
        scopes: [...scopes],
        pageIds: pageIds === null ? null : [...pageIds],
        needsApproval,
        ...(isTrusted && hasLimits(trust) && { trust }),
        expiresAt: days === 0 ? null : new Date(Date.now() + days * DAY_MS).toISOString(),
      },
    });
  };

  return (
    <FormDialog
      onClose={onClose}
      title="Create token"
      submitLabel="Create token"
      busy={create.isPending}
      busyLabel="Creating..."
      missing={missingIn(scopes, pageIds) ?? (isTrusted ? missingInLimits(trust) : null)}
      isCheckedByBrowser
      onSubmit={handleSubmit}
    >
      <NameField error={create.error} />
      <ScopesField scopes={scopes} onChange={setScopes} />
      <PagesField pageIds={pageIds} onChange={setPageIds} />
      {goesOut && (
        <Checkbox
          label="I approve its posts before they are published"
          checked={needsApproval}
          onCheckedChange={setNeedsApproval}
        />
      )}
      {isTrusted && <TrustFields trust={trust} onChange={setTrust} />}
      <ExpiryField />
    </FormDialog>
  );
}

function missingIn(scopes: readonly TokenScope[], pageIds: readonly string[] | null): string | null {
  if (scopes.length === 0) return 'Choose at least one thing it can do.';
  return pageIds?.length === 0 ? 'Choose at least one page.' : null;
}

function NameField({ error }: { error: Error | null }) {
  return (
    <Field
      label="Name"
      hint="Shown with everything that it changes"
      error={error === null ? null : reasonOf(error, 'Please try again.').replace(/^name: /, '')}
    >
      <TextInput name="name" autoComplete="off" maxLength={100} required placeholder="Nightly import" />
    </Field>
  );
}

function ExpiryField() {
  return (
    <Field label="Expires">
      <NativeSelect name="days" defaultValue="90">
        {LIFETIMES.map(({ days, label }) => (
          <option key={days} value={days}>
            {label}
          </option>
        ))}
      </NativeSelect>
    </Field>
  );
}

function ScopesField({
  scopes,
  onChange,
}: {
  scopes: readonly TokenScope[];
  onChange: (scopes: readonly TokenScope[]) => void;
}) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-medium text-ink">It can</legend>
      {TOKEN_SCOPES.map((scope) => (
        <Checkbox
          key={scope}
          label={SCOPES[scope].title}
          checked={scopes.includes(scope)}
          onCheckedChange={(isOn) =>
            onChange(TOKEN_SCOPES.filter((one) => (one === scope ? isOn : scopes.includes(one))))
          }
        />
      ))}
    </fieldset>
  );
}

function PagesField({
  pageIds,
  onChange,
}: {
  pageIds: readonly string[] | null;
  onChange: (pageIds: readonly string[] | null) => void;
}) {
  const pages = useQuery(apiQuery(checkPagesStatus));
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Field label="Pages">
        <NativeSelect
          value={pageIds === null ? 'all' : 'some'}
          onChange={(event) => onChange(event.currentTarget.value === 'all' ? null : [])}
        >
          <option value="all">All pages, also those you connect later</option>
          <option value="some">Only these pages</option>
        </NativeSelect>
      </Field>
      {pageIds !== null && (
        <fieldset className="flex max-h-60 min-w-0 flex-col gap-1.5 overflow-y-auto">
          <legend className="sr-only">Choose pages</legend>
          <Loaded query={pages} rows={3} problemTitle="We couldn't load your pages">
            {(all) =>
              all.map(({ pageId, name }) => (
                <Checkbox
                  key={pageId}
                  label={name}
                  checked={pageIds.includes(pageId)}
                  onCheckedChange={(isOn) =>
                    onChange(
                      all.map((page) => page.pageId).filter((id) => (id === pageId ? isOn : pageIds.includes(id))),
                    )
                  }
                />
              ))
            }
          </Loaded>
        </fieldset>
      )}
    </div>
  );
}
