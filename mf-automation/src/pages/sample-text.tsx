import { generateContent, type PageConfiguration } from '@pagecast/api/contract';
import { Button, callInChunks, FacebookPreview, GeneratingNote, useGeneration } from '@pagecast/shell/kit';
import { WandSparkles } from 'lucide-react';
import { useState } from 'react';
import { sampleOf } from './sample-of.ts';
import { withDisclosure } from './with-disclosure.ts';

/**
 * Lets the AI write one text from the scope as it stands, saved or not, so that nobody has to switch on what they have
 * never read.
 */
export function SampleText({ page }: { page: PageConfiguration }) {
  const { pageId, pageName } = page;
  const generation = useGeneration('Failed to generate content');
  const [sample, setSample] = useState('');

  async function write(signal: AbortSignal) {
    setSample('');
    try {
      return await callInChunks(generateContent, { body: sampleOf(page), signal }, ({ text }) =>
        setSample((before) => before + text),
      );
    } catch (error) {
      // Half a text is no sample of what would be posted.
      setSample('');
      throw error;
    }
  }

  return (
    <div className="flex flex-col items-start gap-3">
      <Button
        size="sm"
        icon={<WandSparkles aria-hidden />}
        busy={generation.isRunning}
        busyLabel="Writing..."
        onClick={() => {
          void generation.start(write, ({ content }) => setSample(content));
        }}
      >
        {sample === '' ? 'Write a sample' : 'Write another sample'}
      </Button>
      {generation.isRunning && (
        <div className="w-full">
          <GeneratingNote onCancel={generation.cancel} />
        </div>
      )}
      {sample !== '' && (
        <>
          <p className="text-xs text-ink-soft">
            A sample of what the AI writes with this content scope. It isn't saved or posted.
            {page.disclosure ? ' The last line is added if nobody reviews the post.' : ''}
          </p>
          <FacebookPreview
            post={{ content: withDisclosure(sample, page) }}
            page={{ name: pageName, id: pageId }}
            when="Sample"
          />
        </>
      )}
    </div>
  );
}
