import type { Area } from '@pagecast/api/contract';

/** What this remote serves, and how it shows in the sidebar. */
export const area = {
  devPort: 3105,
  paths: ['/media-center', '/media-library', '/media-test', '/oembed-test'],
  nav: [
    {
      to: '/media-center',
      label: 'Media Center',
      icon: 'images',
      iconPath:
        'M22 11l-1.296-1.296a2.4 2.4 0 0 0-3.408 0L11 16' +
        'M4 8a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2M12 7a1 1 0 1 0 2 0a1 1 0 1 0 -2 0' +
        'M10 2h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2h-10a2 2 0 0 1-2-2v-10a2 2 0 0 1 2-2z',
      order: 20,
      commands: [
        { title: 'Post an image or a video', to: '/media-center', keywords: 'new upload photo reel', shortcut: 'n m' },
        { title: 'Find an image or a video', to: '/media-library', keywords: 'library files alt text crop' },
        { title: 'Try an oEmbed address', to: '/oembed-test', keywords: 'embed url' },
      ],
      unlisted: [
        { to: '/media-library', label: 'Media Library' },
        { to: '/oembed-test', label: 'oEmbed Test' },
      ],
    },
  ],
} as const satisfies Area;
