import type { Area } from '@pagecast/api/contract';

/** What this remote serves, and how it shows in the sidebar. */
export const area = {
  devPort: 3103,
  paths: ['/automation', '/super-generator'],
  nav: [
    {
      to: '/super-generator',
      label: 'Super Generator',
      icon: 'sparkles',
      iconPath:
        'M11.017 2.814a1 1 0 0 1 1.966 0l1.051 5.558a2 2 0 0 0 1.594 1.594l5.558 1.051' +
        'a1 1 0 0 1 0 1.966l-5.558 1.051a2 2 0 0 0-1.594 1.594l-1.051 5.558' +
        'a1 1 0 0 1-1.966 0l-1.051-5.558a2 2 0 0 0-1.594-1.594l-5.558-1.051' +
        'a1 1 0 0 1 0-1.966l5.558-1.051a2 2 0 0 0 1.594-1.594zM20 2v4M22 4h-4' +
        'M2 20a2 2 0 1 0 4 0a2 2 0 1 0 -4 0',
      order: 40,
      commands: [
        {
          title: 'Show automation and its queue',
          to: '/super-generator',
          keywords: 'cycle start stop pages',
          shortcut: 'g a',
        },
      ],
    },
  ],
} as const satisfies Area;
