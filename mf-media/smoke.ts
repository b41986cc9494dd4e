import { fetchOembed, listLibrary, OEMBED_EXAMPLES, publishMediaPost } from '@pagecast/api/contract';
import { samplePage, samplePost } from '../scripts/release/smoke-samples.ts';
import { answer, smokeJourney } from '../scripts/release/smoke.ts';
import { buildLibraryFile } from './src/library/build-library-file.ts';

const [example] = OEMBED_EXAMPLES;

export default smokeJourney({
  answers: [
    answer(publishMediaPost, samplePost()),
    answer(listLibrary, {
      files: [buildLibraryFile({ thumbnail: null, waitingPosts: 1 })],
      pagination: { page: 1, limit: 40, total: 1, pages: 1 },
    }),
    answer(fetchOembed, {
      platform: 'facebook',
      type: 'rich',
      provider_name: 'Facebook',
      version: '1.0',
      width: 500,
      height: null,
      title: null,
      author_name: 'Kedai Kopi Seri Pagi',
      originalUrl: example,
      html: null,
      fetchedAt: '2026-01-05T09:00:00.000Z',
    }),
  ],
  async run(robot) {
    await robot.open('/media-center', 'Media Center');
    await robot.see(samplePage.name);
    await robot.write('Content', 'Fresh bread from seven.');
    await robot.press('Publish Now');
    await robot.hasCalled(publishMediaPost, { content: 'Fresh bread from seven.' });

    await robot.open('/media-library', 'Media Library');
    await robot.see('loaf.jpg');

    await robot.open('/oembed-test', 'oEmbed Test');
    await robot.write('Facebook or Instagram URL', example);
    await robot.press('Get oEmbed Data');
    await robot.hasCalled(fetchOembed, { url: example });
    await robot.see('Kedai Kopi Seri Pagi');
  },
});
