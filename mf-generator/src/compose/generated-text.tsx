import type { Dispatch, SetStateAction } from 'react';
import { ClaimsCheck } from '../claims/claims-check.tsx';
import { withPreviousText, type Draft } from '../drafts/draft.ts';
import { FIELD_IDS } from './field-ids.ts';
import { InsertFor } from './insert-for.tsx';
import { voicePage } from './read-draft.ts';
import { RewritingFor } from './rewriting-for.tsx';
import { ResultEditor } from './result-editor.tsx';

/** What the AI wrote for a draft, to be changed, with what it claims without a source. */
export function GeneratedText({ draft, onDraft }: { draft: Draft; onDraft: Dispatch<SetStateAction<Draft>> }) {
  const onGenerated = (generated: string) => onDraft((before) => ({ ...before, generated }));
  return (
    <ResultEditor
      value={draft.generated}
      onValueChange={onGenerated}
      onRestore={draft.replaced === '' ? null : () => onDraft(withPreviousText)}
      more={
        <InsertFor draft={draft} areaId={FIELD_IDS.generated} value={draft.generated} onValueChange={onGenerated} />
      }
      rewriting={<RewritingFor draft={draft} field="generated" areaId={FIELD_IDS.generated} />}
      claims={(frame) => (
        <ClaimsCheck
          frame={frame}
          text={draft.generated}
          brief={draft.keywords}
          pageId={voicePage(draft)}
          sourceId={draft.source?.id ?? null}
          onBrief={(keywords) => onDraft((before) => ({ ...before, keywords }))}
        />
      )}
    />
  );
}
