import { Button, ProgressBar } from '@pagecast/shell/kit';

/** Stands where the button was until the files are there. @param share of 1 */
export function UploadProgress({ share, onCancel }: { share: number; onCancel: () => void }) {
  return (
    <div className="flex shrink-0 items-center gap-3">
      <ProgressBar label="Upload" value={share} className="h-2 w-32 min-w-0 grow sm:grow-0" />
      <span className="w-12 text-right text-ink-soft">{Math.floor(share * 100)} %</span>
      <Button onClick={onCancel}>Cancel</Button>
    </div>
  );
}
