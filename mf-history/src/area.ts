import type { Area } from '@pagecast/api/contract';

/** What this remote serves, and how it shows in the sidebar. */
export const area = {
  devPort: 3104,
  paths: ['/history', '/history/post', '/scheduled'],
  nav: [
    {
      to: '/scheduled',
      label: 'Scheduled Posts',
      icon: 'calendar-clock',
      iconPath:
        'M16 14v2.2l1.6 1M16 2v3M21 7.338V5a2 2 0 00-2-2H5a2 2 0 00-2 2v14a2 2 0 002 2h2.338' +
        'M3 9h5.859M8 2v3M10 16a6 6 0 1 0 12 0a6 6 0 1 0 -12 0',
      order: 50,
      commands: [
        {
          title: 'Show scheduled posts in a calendar',
          to: '/scheduled?view=calendar',
          keywords: 'plan week month',
          shortcut: 'g c',
        },
        {
          title: 'Show scheduled posts in a table',
          to: '/scheduled?view=table',
          keywords: 'list queue',
          shortcut: 'g s',
        },
      ],
    },
    {
      to: '/history',
      label: 'Post History',
      icon: 'history',
      iconPath: 'M3 12a9 9 0 1 0 9-9 9.75 9.75 0 0 0-6.74 2.74L3 8M3 3v5h5M12 7v5l4 2',
      order: 60,
      commands: [{ title: 'Search published posts', to: '/history', keywords: 'find filter past', shortcut: 'g h' }],
    },
  ],
} as const satisfies Area;
