import { readLink, SOURCE_FILE_ENDINGS, SOURCE_LIMIT_BYTES, type Source } from '@pagecast/api/contract';
import { Button, ButtonLink, callApi, describeOffline, Field, reasonOf, TextInput } from '@pagecast/shell/kit';
import { useMutation } from '@tanstack/react-query';
import { FileText, Link2 } from 'lucide-react';
import { useEffect, useRef, useState, type FormEvent, type Ref } from 'react';
import type { DraftSource } from '../drafts/draft.ts';
import { draftSource } from './draft-source.ts';
import { sendFile } from './send-file.ts';

const MEGABYTES = SOURCE_LIMIT_BYTES / 1024 / 1024;
const HINT =
  `An article that anyone can open, or a file up to ${MEGABYTES} MB: ` +
  `${SOURCE_FILE_ENDINGS.slice(0, -1).join(', ')}. The AI names the source and marks quotes.`;

/** Asks for the address of a page, or for a file. */
export function SourceForm({ onSource, onClose }: { onSource: (source: DraftSource) => void; onClose: () => void }) {
  const [address, setAddress] = useState('');
  const [missing, setMissing] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const reading = useMutation({
    mutationFn: (from: string | File): Promise<Source> =>
      typeof from === 'string' ? callApi(readLink, { body: { address: from } }) : sendFile(from),
    onSuccess: (source) => onSource(draftSource(source)),
    onError: () => field.current?.focus(),
  });
  useEffect(() => field.current?.focus(), []);

  function read(from: string | File) {
    const offline = describeOffline('Read');
    setMissing(offline?.description ?? null);
    if (offline === null) reading.mutate(from);
  }

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (reading.isPending) return;
    const typed = address.trim();
    if (typed === '') return setMissing('Paste the address of a page, or choose a file.');
    // Browsers show addresses without it.
    read(/^[a-z][a-z\d+.-]*:/i.test(typed) ? typed : `https://${typed}`);
  }

  const error = missing ?? (reading.error && reasonOf(reading.error, "We couldn't read it. Please try again."));
  return (
    <form
      noValidate
      onSubmit={handleSubmit}
      aria-label="Write about a link or file"
      className="flex flex-col gap-3 rounded-control border border-line p-4"
    >
      <AddressField
        ref={field}
        value={address}
        error={error}
        onValueChange={(typed) => {
          setAddress(typed);
          setMissing(null);
          reading.reset();
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" icon={<Link2 aria-hidden />} busy={reading.isPending} busyLabel="Reading...">
          Read page
        </Button>
        <FileButton isBusy={reading.isPending} onFile={read} />
        <ButtonLink size="sm" variant="ghost" to="/content-generator/feeds">
          Follow a feed
        </ButtonLink>
        <Button size="sm" variant="ghost" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function AddressField({
  ref,
  value,
  error,
  onValueChange,
}: {
  ref: Ref<HTMLInputElement>;
  value: string;
  error: string | null;
  onValueChange: (address: string) => void;
}) {
  return (
    <Field label="Address of a page" hint={HINT} error={error}>
      <TextInput
        ref={ref}
        type="url"
        inputMode="url"
        autoComplete="off"
        maxLength={2000}
        placeholder="https://"
        value={value}
        onChange={({ currentTarget }) => onValueChange(currentTarget.value)}
      />
    </Field>
  );
}

function FileButton({ isBusy, onFile }: { isBusy: boolean; onFile: (file: File) => void }) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button size="sm" icon={<FileText aria-hidden />} disabled={isBusy} onClick={() => field.current?.click()}>
        Choose file
      </Button>
      <input
        ref={field}
        type="file"
        accept={SOURCE_FILE_ENDINGS.join(',')}
        hidden
        aria-label="File to write about"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file !== undefined) onFile(file);
          // The same file may be chosen again.
          currentTarget.value = '';
        }}
      />
    </>
  );
}
