import { AUTOMATION_MODES, CONTENT_SCOPE_MAX_LENGTH, LANGUAGES, type PageConfiguration } from '@pagecast/api/contract';
import { ChoiceField, Field, LatePart, lazyPart, Skeleton, Switch, TextArea } from '@pagecast/shell/kit';
import { useId } from 'react';
import type { PageChoices } from './page-edits.ts';
import { HOLD_HINT, HOLD_LABEL, MODE_HINTS, MODE_LABELS } from './page-words.ts';
import { ContentCountField } from './content-count-field.tsx';
import { SampleText } from './sample-text.tsx';

const ApprovalRule = /* @__PURE__ */ lazyPart(async () => (await import('../late.ts')).ApprovalRule);
const DisclosureField = /* @__PURE__ */ lazyPart(async () => (await import('../late.ts')).DisclosureField);

/** From here on the room that is left is worth saying. */
const NEARLY_FULL = CONTENT_SCOPE_MAX_LENGTH - 500;

const HINTS = {
  empty:
    'Tell the AI what this page posts about, who for, and what to avoid. ' +
    'If you leave this empty, it writes about the page in general.',
  written: 'Tell the AI what this page posts about, who for, and what to avoid.',
};

interface Props {
  readonly page: PageConfiguration;
  readonly onEdit: (change: Partial<PageChoices>) => void;
}

/** What a person sets for one page. */
export function PageFields({ page, othersScope, onEdit }: Props & { readonly othersScope: string | undefined }) {
  const left = CONTENT_SCOPE_MAX_LENGTH - page.contentScope.length;
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-[8rem_minmax(0,1fr)_minmax(0,1.3fr)]">
        <ContentCountField value={page.contentCount} onValueChange={(contentCount) => onEdit({ contentCount })} />
        <ChoiceField
          label="Language"
          value={page.language}
          options={LANGUAGES}
          onValueChange={(language) => onEdit({ language })}
        />
        <ChoiceField
          label="Review"
          value={page.mode}
          options={AUTOMATION_MODES}
          nameOf={(mode) => MODE_LABELS[mode]}
          onValueChange={(mode) => onEdit({ mode })}
        />
      </div>
      <p className="text-xs text-ink-soft">{MODE_HINTS[page.mode]}</p>
      {page.mode === 'publish' && page.holdsUnsourced !== undefined && (
        <HoldField isOn={page.holdsUnsourced} onChange={(holdsUnsourced) => onEdit({ holdsUnsourced })} />
      )}
      <Unreviewed page={page} onEdit={onEdit} />
      <Field
        label="Content scope"
        hint={
          page.contentScope.length > NEARLY_FULL
            ? `${left.toLocaleString('en')} characters left`
            : HINTS[page.contentScope.trim() === '' ? 'empty' : 'written']
        }
      >
        <TextArea
          autosize
          rows={3}
          className="max-h-72"
          maxLength={CONTENT_SCOPE_MAX_LENGTH}
          value={page.contentScope}
          placeholder={
            'For example: a neighbourhood bakery. Short, warm posts about bread, seasons and our opening hours. ' +
            'No prices.'
          }
          onChange={(event) => onEdit({ contentScope: event.currentTarget.value })}
        />
      </Field>
      {othersScope !== undefined && (
        <OthersScope scope={othersScope} onTaken={() => onEdit({ contentScope: othersScope })} />
      )}
      <SampleText page={page} />
    </div>
  );
}

/** What somebody else saved is not replaced unseen. */
function OthersScope({ scope, onTaken }: { scope: string; onTaken: () => void }) {
  return (
    <div role="alert" className="rounded-control bg-warn-soft px-3 py-2 text-sm text-warn">
      <p className="font-semibold">This content scope changed while you were editing it</p>
      <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-wrap text-ink">
        {scope === '' ? 'It is empty now.' : scope}
      </p>
      <p className="mt-1">
        Save replaces it with yours.{' '}
        <button type="button" className="min-h-6 font-medium underline pointer-coarse:min-h-11" onClick={onTaken}>
          Use this one
        </button>
      </p>
    </div>
  );
}

/** What goes out although nobody reviewed it, and what is said below that; nothing from a release before either. */
function Unreviewed({ page, onEdit }: Props) {
  if (page.disclosure === undefined) return null;
  return (
    <LatePart name="These settings" fallback={<Skeleton className="h-16" />}>
      {page.mode === 'draft' && <ApprovalRule page={page} />}
      <DisclosureField page={page} line={page.disclosure} onChange={(disclosure) => onEdit({ disclosure })} />
    </LatePart>
  );
}

function HoldField({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  const hint = useId();
  return (
    <div className="flex flex-col gap-1">
      <Switch label={HOLD_LABEL} checked={isOn} onCheckedChange={onChange} aria-describedby={hint} />
      <p id={hint} className="text-xs text-ink-soft">
        {HOLD_HINT}
      </p>
    </div>
  );
}
