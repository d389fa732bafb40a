// SPDX-License-Identifier: Apache-2.0
// Keeps the files of the page, so that it opens without a network once it was loaded.
'use strict';
const cache = 'satscope-@version@', files = ['./', 'satscope.js', 'page.js', 'page.css', 'satscope.wasm.gz'];
addEventListener('install', event => event.waitUntil(caches.open(cache).then(kept => kept.addAll(files)).then(() => skipWaiting())));
addEventListener('activate', event => event.waitUntil(
    caches.keys().then(names => Promise.all(names.filter(name => name !== cache).map(name => caches.delete(name)))).then(() => clients.claim())));
addEventListener('fetch', event => {
  if (event.request.method === 'GET')
    event.respondWith(caches.match(event.request, {ignoreSearch: true}).then(kept => kept ?? fetch(event.request)));
});
