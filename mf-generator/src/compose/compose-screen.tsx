import type { PublishPlatform } from '@pagecast/api/contract';
import { ScreenHeading, SegmentedControl, Skeleton } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FacebookComposer } from './facebook-composer.tsx';
import { config } from './queries.ts';
import { emptyArticle } from './tech-article.ts';
import { TechComposer } from './tech-composer.tsx';
import { useKeptDraft } from './use-kept-draft.ts';

const PLATFORMS = [{ value: 'facebook', label: 'Facebook' }, { value: 'fiztech', label: 'Fiztech' }] as const;

/** Both drafts live here, so that a change of platform loses nothing. */
export function ComposeScreen() {
  const { data, isPending } = useQuery(config());
  const [platform, setPlatform] = useState<PublishPlatform>('facebook');
  const [draft, setDraft] = useKeptDraft();
  const [article, setArticle] = useState(emptyArticle);
  // Without the configuration only the name of the tech site is missing: the screen works all the same.
  const host = data?.fiztechHost ?? 'the tech site';

  return (
    <>
      {isPending
        ? <Skeleton className="mb-6 h-13 w-full max-w-lg" />
        : <ScreenHeading title={`Create content for Facebook and ${host}`} subtitle="Write it with AI or by hand, see it as followers will, then publish or schedule it." />}
      <SegmentedControl label="Publishing platform" value={platform} onValueChange={setPlatform} options={PLATFORMS} className="mb-4" />
      {platform === 'facebook'
        ? <FacebookComposer draft={draft} onDraft={setDraft} />
        : <TechComposer host={host} article={article} onArticle={setArticle} />}
    </>
  );
}
