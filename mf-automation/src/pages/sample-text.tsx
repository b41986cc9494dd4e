import { generateContent, type PageConfiguration } from '@pagecast/api/contract';
import { Button, callInChunks, FacebookPreview, GeneratingNote, useGeneration } from '@pagecast/shell/kit';
import { WandSparkles } from 'lucide-react';
import { useState } from 'react';

/** Lets the AI write one text from the scope as it stands, saved or not, so that nobody has to switch on what they have never read. */
export function SampleText({ page: { pageId, pageName, contentScope, language } }: { page: PageConfiguration }) {
  const generation = useGeneration('Failed to generate content');
  const [sample, setSample] = useState('');
  const prompt = contentScope.trim() === '' ? `Write about ${pageName} in general.` : contentScope.trim();

  async function write(signal: AbortSignal) {
    setSample('');
    try {
      return await callInChunks(generateContent, { body: { prompt, language, length: 'Short' }, signal }, ({ text }) =>
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
            Written from this content scope for you to judge. It is neither kept nor posted.
          </p>
          <FacebookPreview post={{ content: sample }} page={{ name: pageName, id: pageId }} when="Sample" />
        </>
      )}
    </div>
  );
}
