import { Button, PageField } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { Layers } from 'lucide-react';
import { severalFrom, type Draft } from '../drafts/draft.ts';
import { pages } from '../queries.ts';
import { FIELD_IDS } from './field-ids.ts';

/**
 * The page of a post, and the way to several of them for who has more than one.
 * @param onNeed hears that somebody is about to choose several, so that its code is there by the press
 */
export function OnePageField({
  draft,
  canChooseSeveral,
  onNeed,
  onChange,
}: {
  draft: Draft;
  canChooseSeveral: boolean;
  onNeed: () => void;
  onChange: (part: Partial<Draft>) => void;
}) {
  const connected = useQuery(pages()).data?.filter(({ isConnected }) => isConnected) ?? [];
  return (
    <>
      <PageField id={FIELD_IDS.pageId} value={draft.pageId} onValueChange={(pageId) => onChange({ pageId })} />
      {canChooseSeveral && connected.length > 1 && (
        <Button
          size="sm"
          variant="ghost"
          className="-mt-2 -ml-2.5 self-start"
          icon={<Layers aria-hidden />}
          onPointerEnter={onNeed}
          onFocus={onNeed}
          onClick={() => onChange({ several: severalFrom(draft.pageId), failedPostId: 0 })}
        >
          Choose several pages
        </Button>
      )}
    </>
  );
}
