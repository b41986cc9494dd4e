import type { Area } from '@pagecast/api/contract';

/** What this remote serves, and how it shows in the sidebar. */
export const area = {
  devPort: 3101,
  paths: ['/'],
  nav: [
    {
      to: '/',
      label: 'Dashboard',
      icon: 'layout-dashboard',
      iconPath:
        'M4 3h5a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1h-5a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1z' +
        'M15 3h5a1 1 0 0 1 1 1v3a1 1 0 0 1-1 1h-5a1 1 0 0 1-1-1v-3a1 1 0 0 1 1-1z' +
        'M15 12h5a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1h-5a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1z' +
        'M4 16h5a1 1 0 0 1 1 1v3a1 1 0 0 1-1 1h-5a1 1 0 0 1-1-1v-3a1 1 0 0 1 1-1z',
      order: 10,
      commands: [{ title: 'Show the dashboard', to: '/', keywords: 'home start numbers activity', shortcut: 'g d' }],
    },
  ],
} as const satisfies Area;
