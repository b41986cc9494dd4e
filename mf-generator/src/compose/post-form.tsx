import { Card, Tab, TabList, TabPanel, Tabs } from '@pagecast/shell/kit';
import { PenLine, Sparkles } from 'lucide-react';
import { useState, type Dispatch, type ReactNode, type SetStateAction } from 'react';
import type { Draft, Mode } from '../drafts/draft.ts';
import { useOpenDraft } from '../drafts/use-draft.ts';
import { AiFields } from './ai-fields.tsx';
import type { Writing } from './use-generating.ts';
import { ManualFields } from './manual-fields.tsx';

/** The text in one of its two ways, below the choice of its pages. */
export function PostForm({
  draft,
  onDraft,
  writing,
  children,
}: {
  draft: Draft;
  onDraft: Dispatch<SetStateAction<Draft>>;
  writing: Writing;
  /** Where it goes. */
  children: ReactNode;
}) {
  const change = (part: Partial<Draft>) => onDraft((before) => ({ ...before, ...part }));
  const seen = useSeen(draft.mode);
  return (
    <Card>
      <div className="flex flex-col gap-4">
        {children}
        <Tabs<Mode> value={draft.mode} onValueChange={(mode) => change({ mode })}>
          <TabList label="Writing mode">
            <Tab value="ai" icon={<Sparkles aria-hidden />}>
              AI Generate
            </Tab>
            <Tab value="manual" icon={<PenLine aria-hidden />}>
              Manual Input
            </Tab>
          </TabList>
          <TabPanel value="ai" keepMounted={seen.includes('ai')}>
            <AiFields draft={draft} onDraft={onDraft} writing={writing} />
          </TabPanel>
          <TabPanel value="manual" keepMounted={seen.includes('manual')}>
            <ManualFields draft={draft} onChange={change} />
          </TabPanel>
        </Tabs>
      </div>
    </Card>
  );
}

/**
 * The ways of writing that were looked at in this draft. What the AI writes in one of them goes on, and stays, while
 * the other one shows.
 */
function useSeen(mode: Mode): readonly Mode[] {
  const { key } = useOpenDraft();
  const [seen, setSeen] = useState<{ readonly key: string; readonly modes: readonly Mode[] }>({ key, modes: [] });
  const modes = seen.key === key ? seen.modes : [];
  if (!modes.includes(mode)) setSeen({ key, modes: [...modes, mode] });
  return modes;
}
