/** Says beside a preview that Facebook will name images as made by an AI, since their files do. */
export function AiLabelNote({ images }: { images: readonly { readonly hasAiLabel?: boolean | undefined }[] }) {
  const labelled = images.filter(({ hasAiLabel }) => hasAiLabel === true).length;
  if (labelled === 0) return null;
  return (
    <p className="text-sm text-ink-soft">
      AI label kept. Facebook will show that {labelled === 1 ? 'this image was' : 'these images were'} made with AI.
    </p>
  );
}
