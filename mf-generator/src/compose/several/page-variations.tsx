import { Badge, Button, ScheduleFields, Tab, TabList, TabPanel, Tabs, TextArea, Field } from '@pagecast/shell/kit';
import { PostChecks } from '../post-checks.tsx';
import { PostPreview } from '../post-preview.tsx';
import { contentOf, type Draft, type Several } from '../../drafts/draft.ts';
import { differencesOf, draftOf, withOwn, type SeveralPage } from './several.ts';

interface Props {
  readonly draft: Draft;
  readonly several: Several;
  /** The page that is looked at; null or gone: the first. */
  readonly shown: string | null;
  readonly onShown: (pageId: string) => void;
  readonly nameOf: (pageId: string) => string;
  readonly onSeveral: (several: Several) => void;
}

/** Page by page, as its followers will see it, and what it has of its own. */
export function PageVariations({ draft, several, shown, onShown, nameOf, onSeveral }: Props) {
  const page = several.pages.find(({ pageId }) => pageId === shown) ?? several.pages[0];
  if (page === undefined)
    return (
      <div className="flex flex-col items-center gap-4">
        <PostPreview draft={draft} soFar={undefined} pageName={null} />
      </div>
    );
  return (
    <div className="min-w-0 lg:sticky lg:top-18 lg:max-h-[calc(100dvh-5.5rem)] lg:overflow-y-auto">
      <Tabs value={page.pageId} onValueChange={onShown}>
        <TabList label="Preview by page">
          {several.pages.map((one) => (
            <Tab key={one.pageId} value={one.pageId}>
              <span className="max-w-40 truncate">{nameOf(one.pageId)}</span>
              {differencesOf(one).length > 0 && <Badge tone="accent">{differencesOf(one).join(', ')}</Badge>}
            </Tab>
          ))}
        </TabList>
        <TabPanel value={page.pageId} className="flex flex-col gap-4">
          <PostPreview draft={draftOf(draft, page)} soFar={undefined} pageName={nameOf(page.pageId)} />
          <OwnFields
            key={page.pageId}
            draft={draft}
            page={page}
            name={nameOf(page.pageId)}
            onOwn={(own) => onSeveral(withOwn(several, page.pageId, own))}
          />
          <PostChecks draft={draftOf(draft, page)} pageName={nameOf(page.pageId)} />
        </TabPanel>
      </Tabs>
    </div>
  );
}

type Own = Pick<SeveralPage, 'content' | 'schedule'>;

/** The text and the time of one page, where they are not those of all. */
function OwnFields({
  draft,
  page,
  name,
  onOwn,
}: {
  draft: Draft;
  page: SeveralPage;
  name: string;
  onOwn: (own: Own) => void;
}) {
  const { content, schedule } = page;
  return (
    <section aria-label={`Only for ${name}`} className="flex flex-wrap items-start gap-3">
      {content === undefined ? (
        <Button size="sm" onClick={() => onOwn({ content: contentOf(draft), schedule })}>
          Write its own text
        </Button>
      ) : (
        <>
          <Field label={`Text for ${name}`} className="w-full">
            <TextArea
              autosize
              value={content}
              onChange={(event) => onOwn({ content: event.currentTarget.value, schedule })}
            />
          </Field>
          <Button size="sm" variant="ghost" onClick={() => onOwn({ content: undefined, schedule })}>
            Use the common text
          </Button>
        </>
      )}
      {schedule === undefined ? (
        <Button size="sm" onClick={() => onOwn({ content, schedule: { ...draft.schedule } })}>
          Choose its own time
        </Button>
      ) : (
        <>
          <ScheduleFields value={schedule} onValueChange={(next) => onOwn({ content, schedule: next })} />
          <Button size="sm" variant="ghost" onClick={() => onOwn({ content, schedule: undefined })}>
            Use the common time
          </Button>
        </>
      )}
    </section>
  );
}
