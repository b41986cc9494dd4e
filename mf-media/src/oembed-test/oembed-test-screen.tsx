import { ButtonLink, Forthcoming } from '@pagecast/shell/kit';

export function OembedTestScreen() {
  return (
    <Forthcoming
      title="oEmbed Test"
      subtitle="How a public Facebook or Instagram post looks when it is embedded elsewhere."
      promises={['paste the address of a public post', 'see its embed, its data and its HTML']}
      meanwhile={(
        <>
          <p>Your own published posts, with a link to each on Facebook, are in Post History.</p>
          <ButtonLink to="/history" variant="primary">Open Post History</ButtonLink>
        </>
      )}
    />
  );
}
