import type { Area } from '@pagecast/api/contract';

/** What this remote serves, and how it shows in the sidebar. */
export const area = {
  devPort: 3102,
  paths: ['/content-generator', '/content-generator/voice', '/content-generator/feeds'],
  nav: [
    {
      to: '/content-generator',
      label: 'Content Generator',
      icon: 'pen-line',
      iconPath:
        'M13 21h8' +
        'M21.174 6.812a1 1 0 0 0-3.986-3.987L3.842 16.174a2 2 0 0 0-.5.83l-1.321 4.352' +
        'a.5.5 0 0 0 .623.622l4.353-1.32a2 2 0 0 0 .83-.497z',
      order: 30,
      commands: [
        { title: 'Write a post', to: '/content-generator', keywords: 'new compose create text AI', shortcut: 'n p' },
        { title: 'Follow feeds for a page', to: '/content-generator/feeds', keywords: 'RSS Atom news sources drafts' },
        { title: 'Describe the voice of a page', to: '/content-generator/voice', keywords: 'tone facts hashtags' },
      ],
    },
  ],
} as const satisfies Area;
