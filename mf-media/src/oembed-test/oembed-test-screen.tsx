import { fetchOembed, OEMBED_EXAMPLES, OEMBED_URL_REQUIRED, type OembedResult } from '@pagecast/api/contract';
import {
  Button,
  callApi,
  Card,
  Field,
  Problem,
  reasonOf,
  ScreenHeading,
  Skeleton,
  TextInput,
  useNotify,
} from '@pagecast/shell/kit';
import { useMutation } from '@tanstack/react-query';
import { useId, useRef, useState, type FormEvent, type Ref } from 'react';
import { EmbedFrame } from './embed-frame.tsx';
import { Metadata } from './metadata.tsx';
import { RawHtml } from './raw-html.tsx';

export function OembedTestScreen() {
  const notify = useNotify();
  const field = useRef<HTMLInputElement>(null);
  const [url, setUrl] = useState('');
  // Kept on this screen alone, and gone with it: Facebook's rules allow showing, not keeping.
  const { mutate, reset, data, error, isPending } = useMutation({
    mutationFn: (asked: string) => callApi(fetchOembed, { body: { url: asked } }),
    onSuccess: () => notify({ tone: 'default', title: 'oEmbed Data Retrieved' }),
    onError: (failure) =>
      notify({
        tone: 'destructive',
        title: 'oEmbed Error',
        description: reasonOf(failure, 'Failed to fetch oEmbed data'),
      }),
  });

  function fetchFor(asked: string) {
    if (asked.trim() === '') {
      field.current?.focus();
      return notify({ tone: 'destructive', title: 'URL Required', description: OEMBED_URL_REQUIRED });
    }
    if (!isPending) mutate(asked.trim());
  }
  function clear() {
    setUrl('');
    reset();
    field.current?.focus();
  }

  return (
    <>
      <ScreenHeading
        title="oEmbed Test"
        subtitle="How a public Facebook or Instagram post looks when it is embedded elsewhere."
      />
      <div className="flex flex-col gap-4">
        <OembedForm field={field} url={url} onUrl={setUrl} onFetch={fetchFor} onClear={clear} isPending={isPending} />
        <div aria-live="polite" aria-busy={isPending} className="flex flex-col gap-4">
          {isPending && <Skeleton className="h-80" />}
          {!isPending && error !== null && (
            <Problem title="No preview available" error={error} onRetry={() => fetchFor(url)} />
          )}
          {!isPending && data !== undefined && <Embed result={data} />}
        </div>
      </div>
    </>
  );
}

function OembedForm({
  field,
  url,
  onUrl,
  onFetch,
  onClear,
  isPending,
}: {
  field: Ref<HTMLInputElement>;
  url: string;
  onUrl: (url: string) => void;
  onFetch: (url: string) => void;
  onClear: () => void;
  isPending: boolean;
}) {
  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    onFetch(url);
  }
  return (
    <Card>
      <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
        <Field label="Facebook or Instagram URL" hint="A public post, image, video, reel or page.">
          <TextInput
            ref={field}
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://www.facebook.com/..."
            value={url}
            onChange={(event) => onUrl(event.currentTarget.value)}
          />
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" busy={isPending} busyLabel="Fetching...">
            Get oEmbed Data
          </Button>
          <Button onClick={onClear}>Clear</Button>
        </div>
        <Examples
          onChoose={(example) => {
            onUrl(example);
            onFetch(example);
          }}
        />
      </form>
    </Card>
  );
}

function Examples({ onChoose }: { onChoose: (url: string) => void }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-sm font-medium">
        Examples
      </h2>
      <ul className="mt-1 flex flex-col items-start gap-1">
        {OEMBED_EXAMPLES.map((example) => (
          <li key={example} className="max-w-full">
            <button
              type="button"
              className={
                'min-h-6 max-w-full text-left wrap-anywhere text-accent underline underline-offset-2 ' +
                'pointer-coarse:min-h-11'
              }
              onClick={() => onChoose(example)}
            >
              {example}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What came: its facts, how it looks, and the HTML behind it. */
function Embed({ result }: { result: OembedResult }) {
  return (
    <>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <Metadata result={result} />
        <Card title="Embed Preview" description="How it looks on another site. It runs isolated from your account.">
          {result.html === null ? (
            <p className="text-ink-soft">not provided</p>
          ) : (
            <EmbedFrame key={result.fetchedAt} html={result.html} title={`Embed of ${result.originalUrl}`} />
          )}
        </Card>
      </div>
      {result.html !== null && <RawHtml html={result.html} />}
    </>
  );
}
