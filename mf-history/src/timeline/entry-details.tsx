import { networkFacts, type Post, type TimelineEntry } from '@pagecast/api/contract';
import { Button, FacebookDetails, Disclosure, useCopy } from '@pagecast/shell/kit';
import { Copy } from 'lucide-react';
import { FacebookLink } from '../post/post-facts.tsx';
import { describeEdit, FIELD_NAMES, serviceOf } from './describe-entry.ts';
import { TextChange } from './text-change.tsx';

/** What of an entry is more than a sentence. */
export function EntryDetails({ entry, post }: { entry: TimelineEntry; post: Post }) {
  switch (entry.kind) {
    case 'written':
      return entry.generation === null ? null : <Prompt prompt={entry.generation.prompt} />;
    case 'edited':
      return entry.edits.map((edit) =>
        edit.field === 'content' && edit.before !== null && edit.after !== null ? (
          <Disclosure key={edit.field} label={`Changes to the ${FIELD_NAMES.content.toLowerCase()}`}>
            <TextChange before={edit.before} after={edit.after} />
          </Disclosure>
        ) : (
          <p key={edit.field} className="wrap-anywhere">
            {describeEdit(edit)}
          </p>
        ),
      );
    case 'attempt': {
      const faults = [...entry.answers.map(({ fault }) => fault), entry.fault].filter((fault) => fault !== null);
      return faults.map((fault, index) => <FacebookDetails key={index} fault={fault} service={serviceOf(post)} />);
    }
    case 'held':
    case 'not-out':
      return <FacebookDetails fault={entry.problem?.facebook} service={serviceOf(post)} />;
    case 'published':
      return networkFacts(post.publishPlatform).hasPages && entry.remoteId !== null ? (
        <p>
          <FacebookLink post={post} />
        </p>
      ) : null;
    default:
      return null;
  }
}

function Prompt({ prompt }: { prompt: string }) {
  const copy = useCopy();
  return (
    <Disclosure label="The prompt">
      <div className="flex flex-col items-start gap-2 rounded-control bg-sunken px-3 py-2">
        <p className="w-full wrap-anywhere whitespace-pre-wrap">{prompt}</p>
        <Button
          size="sm"
          variant="ghost"
          icon={<Copy aria-hidden />}
          aria-label="Copy the prompt"
          onClick={() => {
            void copy(prompt);
          }}
        >
          Copy
        </Button>
      </div>
    </Disclosure>
  );
}
