// Hands the login answer to the page that opened the dialog, and to no other origin.
(() => {
  const { message, target } = document.currentScript.dataset;
  const asker = window.opener ?? (window.parent === window ? null : window.parent);
  if (asker) asker.postMessage(JSON.parse(message), target);
  if (window.opener) window.close();
})();
