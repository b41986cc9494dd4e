import { addFeed, FEED_DEFAULT_A_DAY, FEED_MOST_A_DAY, LANGUAGES, type Language } from '@pagecast/api/contract';
import {
  Button,
  ChoiceField,
  chosenPageId,
  describeOffline,
  Field,
  PageField,
  reasonOf,
  TextInput,
  useApiMutation,
  useNotify,
} from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useRef, useState, type FormEvent, type Ref } from 'react';
import { pages } from '../queries.ts';
import { readWords } from './read-words.ts';

const A_DAY = Array.from({ length: FEED_MOST_A_DAY }, (_, at) => String(at + 1));
const EMPTY = { address: '', wordsIn: '', wordsOut: '' };

/** Asks which feed makes drafts for which page, of what. */
export function FeedForm() {
  const { data: own } = useQuery(pages());
  const [choice, setChoice] = useState('');
  const [typed, setTyped] = useState(EMPTY);
  const [mostADay, setMostADay] = useState(String(FEED_DEFAULT_A_DAY));
  const [language, setLanguage] = useState<Language>(LANGUAGES[0]);
  const [missing, setMissing] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const pageId = chosenPageId(own, choice);
  const adding = useAdding({ onAdded: () => setTyped(EMPTY), onFailed: () => field.current?.focus() });

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (adding.isPending) return;
    const address = typed.address.trim();
    const problem = problemOf(pageId, address);
    setMissing(problem);
    if (problem !== null) return field.current?.focus();
    adding.mutate({
      body: {
        facebookPageId: Number(pageId),
        address: /^[a-z][a-z\d+.-]*:/i.test(address) ? address : `https://${address}`,
        wordsIn: readWords(typed.wordsIn),
        wordsOut: readWords(typed.wordsOut),
        mostADay: Number(mostADay),
        language,
      },
    });
  }

  const error = missing ?? (adding.error && reasonOf(adding.error, "We couldn't add this feed. Please try again."));
  const type = (part: Partial<typeof EMPTY>) => {
    setTyped((before) => ({ ...before, ...part }));
    setMissing(null);
    if (adding.isError) adding.reset();
  };
  return (
    <form noValidate onSubmit={handleSubmit} className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <div className="sm:col-span-2">
        <PageField id="feed-page" value={pageId} onValueChange={setChoice} />
      </div>
      <TypedFields ref={field} typed={typed} error={error} onType={type} />
      <ChoiceField label="Drafts a day, at most" value={mostADay} options={A_DAY} onValueChange={setMostADay} />
      <ChoiceField label="Language of the posts" value={language} options={LANGUAGES} onValueChange={setLanguage} />
      <Button
        type="submit"
        variant="primary"
        icon={<Plus aria-hidden />}
        busy={adding.isPending}
        busyLabel="Reading feed..."
        className="sm:col-span-2 sm:justify-self-start"
      >
        Follow feed
      </Button>
    </form>
  );
}

function useAdding({ onAdded, onFailed }: { onAdded: () => void; onFailed: () => void }) {
  const notify = useNotify();
  return useApiMutation(addFeed, {
    onSuccess: ({ drafts }) => {
      onAdded();
      const description = drafts > 0 ? 'Its newest item is in your drafts.' : 'Its next new item becomes a draft.';
      notify({ tone: 'default', title: 'Feed Added', description });
    },
    onError: onFailed,
  });
}

type Typed = typeof EMPTY;

function TypedFields({
  ref,
  typed,
  error,
  onType,
}: {
  ref: Ref<HTMLInputElement>;
  typed: Typed;
  error: string | null;
  onType: (part: Partial<Typed>) => void;
}) {
  return (
    <>
      <Field
        className="sm:col-span-2"
        label="Address of the feed"
        hint="RSS or Atom, such as https://example.com/feed."
        error={error}
      >
        <TextInput
          ref={ref}
          type="url"
          inputMode="url"
          autoComplete="off"
          maxLength={2000}
          value={typed.address}
          onChange={({ currentTarget }) => onType({ address: currentTarget.value })}
        />
      </Field>
      <Field label="Only with these words" hint="Separate them with commas. Leave empty for all items.">
        <TextInput
          maxLength={1000}
          value={typed.wordsIn}
          onChange={({ currentTarget }) => onType({ wordsIn: currentTarget.value })}
        />
      </Field>
      <Field label="Never with these words" hint="Separate them with commas.">
        <TextInput
          maxLength={1000}
          value={typed.wordsOut}
          onChange={({ currentTarget }) => onType({ wordsOut: currentTarget.value })}
        />
      </Field>
    </>
  );
}

function problemOf(pageId: string, address: string): string | null {
  if (pageId === '') return 'Choose the page that gets the drafts.';
  if (address === '') return 'Paste the address of a feed.';
  return describeOffline('Follow')?.description ?? null;
}
