import { ButtonLink, DevelopmentNote, Forthcoming } from '@pagecast/shell/kit';

export function MediaCenterScreen() {
  return (
    <Forthcoming
      title="Media Center"
      subtitle="Create and schedule Facebook posts with images, videos, and reels"
      note={<DevelopmentNote what="what you post" className="mb-4" />}
      promises={[
        'post pictures, videos and reels, with a preview as Facebook shows them',
        'upload large files that go on where they stopped',
        'publish at once or at a time you choose',
      ]}
      meanwhile={(
        <>
          <p>Posts with text and links go out from the Content Generator today, now or scheduled.</p>
          <ButtonLink to="/content-generator" variant="primary">Open Content Generator</ButtonLink>
        </>
      )}
    />
  );
}
