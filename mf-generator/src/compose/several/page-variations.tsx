import { Badge, LatePart, Tab, TabList, TabPanel, Tabs, type ImagesChange } from '@pagecast/shell/kit';
import { PostChecks } from '../post-checks.tsx';
import { PostPreview } from '../post-preview.tsx';
import type { Draft, Several } from '../../drafts/draft.ts';
import { OwnFields } from './own-fields.tsx';
import { differencesOf, draftOf, imagesOf, videoOf, withoutLink, type Own, type SeveralPage } from './several.ts';
import { isStory } from './story.ts';

interface Props {
  readonly draft: Draft;
  readonly several: Several;
  /** The page that is looked at; null or gone: the first. */
  readonly shown: string | null;
  readonly onShown: (pageId: string) => void;
  readonly nameOf: (pageId: string) => string;
  readonly onOwn: (pageId: string, own: Partial<Own>) => void;
  readonly onOwnImages: (pageId: string, change: ImagesChange) => void;
  /** Takes the text of all pages put right. */
  readonly onText: (content: string) => void;
  /** Has the AI write the text of all pages again; null where it can't. */
  readonly onAgain: (() => void) | null;
}

/** Page by page, as its followers will see it, and what it has of its own. */
export function PageVariations(props: Props) {
  const { draft, several, shown, onShown, nameOf, onOwn, onOwnImages } = props;
  const page = several.pages.find(({ pageId }) => pageId === shown) ?? several.pages[0];
  if (page === undefined)
    return (
      <div className="flex flex-col items-center gap-4">
        <PostPreview
          draft={draft}
          soFar={undefined}
          pageName={null}
          images={several.images}
          video={several.video}
          isStory={isStory(several)}
        />
      </div>
    );
  const ofPage = draftOf(draft, several, page);
  const { pageId } = page;
  const asStory = isStory(several);
  return (
    <div className="min-w-0 lg:sticky lg:top-18 lg:max-h-[calc(100dvh-5.5rem)] lg:overflow-y-auto">
      <Tabs value={pageId} onValueChange={onShown}>
        <TabList label="Preview by page">
          {several.pages.map((one) => (
            <Tab key={one.pageId} value={one.pageId}>
              <span className="max-w-40 truncate">{nameOf(one.pageId)}</span>
              {differencesOf(one).length > 0 && <Badge tone="accent">{differencesOf(one).join(', ')}</Badge>}
            </Tab>
          ))}
        </TabList>
        <TabPanel value={pageId} className="flex flex-col gap-4">
          <PostPreview
            draft={ofPage}
            soFar={undefined}
            pageName={nameOf(pageId)}
            images={imagesOf(several, page)}
            video={videoOf(several, page)}
            isStory={asStory}
          />
          <OwnFields
            key={pageId}
            draft={draft}
            several={several}
            page={page}
            name={nameOf(pageId)}
            onOwn={(own) => onOwn(pageId, own)}
            onImages={(change) => onOwnImages(pageId, change)}
          />
          {!asStory && (
            <LatePart name="Post checks">
              <PostChecks draft={ofPage} pageName={nameOf(pageId)} {...mendingOf(page, props)} />
            </LatePart>
          )}
        </TabPanel>
      </Tabs>
    </div>
  );
}

/** What is put right is the page's own text where it has one, and that of all otherwise. */
function mendingOf(page: SeveralPage, { draft, several, onOwn, onText, onAgain }: Props) {
  const isOwn = page.content !== undefined;
  return {
    onRepair: (repaired: string) => {
      const content = withoutLink(repaired, draft, several, page);
      return isOwn ? onOwn(page.pageId, { content }) : onText(content);
    },
    ...(!isOwn && onAgain !== null && { onAgain }),
  };
}
