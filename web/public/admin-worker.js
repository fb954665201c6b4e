// The admin's service worker: it shows notifications and opens their page. It answers no request and stores nothing.

self.addEventListener('push', (event) => {
  const { title, navigate, ...options } = event.data.json().notification;
  const shown = { icon: '/icon-192.png', ...options, data: { navigate } };
  event.waitUntil(self.registration.showNotification(title, shown));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data.navigate));
});

/** Another page of the admin stays as it is: something may be half written in it. */
async function show(address) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = pages.find(({ url }) => url === address);
  await (open ? open.focus() : self.clients.openWindow(address));
}
