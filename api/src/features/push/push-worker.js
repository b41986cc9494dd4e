// Shows what the server tells this browser while no page is open. It takes no requests, so that it never stands between
// pages and their files.
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => {
  let told = {};
  try {
    told = event.data?.json() ?? {};
  } catch {
    // A browser wants something to be shown for everything that comes.
  }
  event.waitUntil(
    self.registration.showNotification(told.title ?? 'Pagecast', {
      body: told.body ?? '',
      tag: told.tag,
      icon: '/icon.svg',
      data: { path: told.path ?? '/' },
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const address = new URL(event.notification.data?.path ?? '/', self.location.origin);
  // What comes from elsewhere leads nowhere else.
  event.waitUntil(open(address.origin === self.location.origin ? address.href : self.location.origin));
});

async function open(address) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = pages.find((page) => page.url === address);
  if (there !== undefined) return there.focus();
  return self.clients.openWindow(address);
}
