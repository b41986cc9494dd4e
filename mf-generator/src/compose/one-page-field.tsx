import { Button, PageField } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { Layers } from 'lucide-react';
import { toSeveral, type Draft } from '../drafts/draft.ts';
import { pages } from '../queries.ts';
import { FIELD_IDS } from './field-ids.ts';
import type { PageOfOther } from './shared/to-propose-for.ts';

/**
 * The page of a post, and the way to several of them for who has more than one.
 * @param onNeed hears that somebody is about to choose several, so that its code is there by the press
 */
export function OnePageField({
  draft,
  shared,
  isTheirs,
  canChooseSeveral,
  onNeed,
  onChange,
}: {
  draft: Draft;
  /** Pages of others, for which a post is proposed. */
  shared: readonly PageOfOther[];
  /** One of those is chosen. */
  isTheirs: boolean;
  canChooseSeveral: boolean;
  onNeed: () => void;
  onChange: (part: Partial<Draft>) => void;
}) {
  const connected = useQuery(pages()).data?.filter(({ isConnected }) => isConnected) ?? [];
  return (
    // Beside the field, so that nothing below moves when the pages are there.
    <div className="flex items-start gap-2">
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <PageField
          id={FIELD_IDS.pageId}
          value={draft.pageId}
          more={shared.map((page) => ({ ...page, name: `${page.name} (shared by ${page.ownerName})` }))}
          onValueChange={(pageId) => onChange({ pageId })}
        />
      </div>
      {canChooseSeveral && connected.length > 1 && (
        <Button
          className="mt-6.5"
          icon={<Layers aria-hidden />}
          aria-label="Choose several pages"
          title="Choose several pages"
          onPointerEnter={onNeed}
          onFocus={onNeed}
          onClick={() => onChange({ ...toSeveral(isTheirs ? { ...draft, pageId: '' } : draft), failedPostId: 0 })}
        >
          <span className="max-sm:hidden">Several pages</span>
        </Button>
      )}
    </div>
  );
}
