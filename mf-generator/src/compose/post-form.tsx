import { Card, PageField, Tab, TabList, TabPanel, Tabs } from '@pagecast/shell/kit';
import { PenLine, Sparkles } from 'lucide-react';
import type { Dispatch, SetStateAction } from 'react';
import type { Draft, Mode } from '../drafts/draft.ts';
import { AiFields, type WrittenText } from './ai-fields.tsx';
import { FIELD_IDS } from './field-ids.ts';
import { ManualFields } from './manual-fields.tsx';
import type { useWriting } from './use-writing.ts';

/** The page, and the text in one of its two ways. */
export function PostForm({
  draft,
  onDraft,
  writing,
}: {
  draft: Draft;
  onDraft: Dispatch<SetStateAction<Draft>>;
  writing: ReturnType<typeof useWriting<WrittenText>>;
}) {
  const change = (part: Partial<Draft>) => onDraft((before) => ({ ...before, ...part }));
  return (
    <Card>
      <div className="flex flex-col gap-4">
        <PageField id={FIELD_IDS.pageId} value={draft.pageId} onValueChange={(pageId) => change({ pageId })} />
        <Tabs<Mode> value={draft.mode} onValueChange={(mode) => change({ mode })}>
          <TabList label="Writing mode">
            <Tab value="ai" icon={<Sparkles aria-hidden />}>
              AI Generate
            </Tab>
            <Tab value="manual" icon={<PenLine aria-hidden />}>
              Manual Input
            </Tab>
          </TabList>
          <TabPanel value="ai">
            <AiFields draft={draft} onDraft={onDraft} writing={writing} />
          </TabPanel>
          <TabPanel value="manual">
            <ManualFields draft={draft} onChange={change} />
          </TabPanel>
        </Tabs>
      </div>
    </Card>
  );
}
