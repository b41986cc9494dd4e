import { readPageVoice, savePageVoice } from '@pagecast/api/contract';
import { apiQuery, Button, reasonOf, refresh, useApiMutation, useNotify } from '@pagecast/shell/kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Said } from './review-queue.tsx';
import { voiceOffers } from './voice-offers.ts';

/** What a rejection can add to the voice of its page, for who may edit that: one press each, and never by itself. */
export function VoiceOffer({ said, onClose }: { said: Said; onClose: () => void }) {
  const notify = useNotify();
  const client = useQueryClient();
  const pageId = said.proposal.facebookPageId;
  const { data } = useQuery(apiQuery(readPageVoice, { params: { id: pageId } }));
  const save = useApiMutation(savePageVoice, {
    onSuccess: () => notify({ tone: 'default', title: 'Page voice updated', description: 'The AI follows it now.' }),
    onError: (error) => {
      notify({ tone: 'destructive', title: 'Page voice not updated', description: reasonOf(error, 'Unknown error') });
      refresh(client, savePageVoice);
    },
  });
  const offers = data?.mayEdit === true ? voiceOffers(data.voice, said) : [];
  if (data === undefined || offers.length === 0) return null;
  return (
    <section
      aria-label="Page voice"
      className="mb-4 flex flex-col gap-3 rounded-card border border-line bg-accent-soft p-4 text-sm"
    >
      <p>
        Should the AI always follow this on <bdi className="font-semibold">{data.pageName}</bdi>?
      </p>
      <div className="flex flex-wrap gap-2">
        {offers.map(({ label, voice }) => (
          <Button
            key={label}
            className="max-w-full"
            busy={save.isPending}
            busyLabel="Saving..."
            onClick={() => save.mutate({ params: { id: pageId }, body: { voice, revision: data.revision } })}
          >
            <span className="truncate">{label}</span>
          </Button>
        ))}
        <Button variant="ghost" onClick={onClose}>
          Not now
        </Button>
      </div>
    </section>
  );
}
