import { type Rewriting as Way, type Tone } from '@pagecast/api/contract';
import { Button, useNotify } from '@pagecast/shell/kit';
import { Redo2, Undo2, WandSparkles } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { Draft, TextField } from '../../drafts/draft.ts';
import { useOpenDraft } from '../../drafts/use-draft.ts';
import { voicePage } from '../read-draft.ts';
import { WritingView } from '../writing-view.tsx';
import type { Part, Range } from './place-change.ts';
import { ProposedChange } from './proposed-change.tsx';
import { RewritePanel } from './rewrite-panel.tsx';
import { useKeptChanges } from './use-kept-changes.ts';
import { useRewriting, type Proposed } from './use-rewriting.ts';
import { useSelection } from './use-selection.ts';

const DOING = 'Rewriting your text';

interface Props {
  readonly draft: Draft;
  readonly field: TextField;
  readonly areaId: string;
}

/** Has the AI change one text of a draft, in whole or in part, and takes changes back. */
export function Rewriting(props: Props) {
  const { key } = useOpenDraft();
  return <RewritingOf key={key} {...props} />;
}

function RewritingOf({ draft, field, areaId }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const { selected, forget } = useSelection(areaId);
  const { state, start, end } = useRewriting();
  const { current, keep, undo, redo } = useKeptChanges(draft, field);
  const notify = useNotify();

  function handleRewrite(part: Part, rewriting: Way, tone: Tone) {
    const { text, before, after } = part;
    const how = rewriting === 'retone' ? { rewriting, tone } : { rewriting };
    start({ original: current.text, part, body: { ...how, text, before, after, facebookPageId: voicePage(draft) } });
  }

  function handleKeep(proposed: Proposed) {
    const place = keep(proposed);
    if (place === null) return;
    flushSync(end);
    focusText(areaId, place);
    notify({ tone: 'default', title: 'Change Kept' });
  }

  /** The button goes away with its press. */
  function handleDiscard() {
    flushSync(end);
    focusText(areaId);
  }

  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          icon={<WandSparkles aria-hidden />}
          aria-expanded={isOpen}
          onClick={() => setIsOpen((before) => !before)}
        >
          Rewrite
        </Button>
        <Step label="Undo change" icon={<Undo2 aria-hidden />} areaId={areaId} onStep={undo} />
        <Step label="Redo change" icon={<Redo2 aria-hidden />} areaId={areaId} onStep={redo} />
      </div>
      {isOpen && state.kind === 'idle' && (
        <RewritePanel
          text={current.text}
          selected={selected}
          onWhole={forget}
          pageId={voicePage(draft)}
          tone={draft.tone}
          onRewrite={handleRewrite}
        />
      )}
      {state.kind === 'writing' && (
        <WritingView text={state.soFar} doing={DOING} onStop={end} onFocusLeft={() => focusText(areaId)} />
      )}
      {state.kind === 'proposed' && (
        <ProposedChange
          proposed={state.proposed}
          now={current.text}
          onKeep={() => handleKeep(state.proposed)}
          onDiscard={handleDiscard}
        />
      )}
    </div>
  );
}

/** A step back or forth, while there is one. The button of the last one goes away with its press. */
function Step({
  label,
  icon,
  areaId,
  onStep,
}: {
  label: string;
  icon: ReactNode;
  areaId: string;
  onStep: (() => void) | null;
}) {
  if (onStep === null) return null;
  return (
    <Button
      size="sm"
      variant="ghost"
      icon={icon}
      onClick={() => {
        onStep();
        if (document.activeElement === document.body) focusText(areaId);
      }}
    >
      {label}
    </Button>
  );
}

function focusText(areaId: string, part?: Range): void {
  const area = document.getElementById(areaId);
  if (!(area instanceof HTMLTextAreaElement)) return;
  area.focus();
  if (part !== undefined) area.setSelectionRange(part.start, part.end);
}
