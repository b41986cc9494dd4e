import { ButtonLink, DevelopmentNote, Forthcoming } from '@pagecast/shell/kit';

/** For as long as the server does not serve automation. */
export function AutomationForthcoming() {
  return (
    <Forthcoming
      title="Super Content Generator"
      subtitle="Texts written and posted on a steady cycle, page by page."
      note={<DevelopmentNote what="what it posts" className="mb-4" />}
      promises={[
        'choose how often each page posts, and about what',
        'see what comes next, when and on which page, before it goes out',
        'start and stop the cycle with one click',
      ]}
      meanwhile={(
        <>
          <p>Write a post with AI in the Content Generator and schedule as many ahead as you like: they go out by themselves, once, on time.</p>
          <ButtonLink to="/content-generator" variant="primary">Open Content Generator</ButtonLink>
        </>
      )}
    />
  );
}
