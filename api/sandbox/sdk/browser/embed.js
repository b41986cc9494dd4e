// Gives Instagram quotes a frame. Styles are set by property, so that a strict content security policy is met.
(() => {
  for (const quote of document.querySelectorAll('blockquote.instagram-media')) {
    Object.assign(quote.style, {
      border: '1px solid #cdd3dc',
      borderRadius: '8px',
      padding: '16px',
      margin: '0',
      maxWidth: '540px',
      fontFamily: 'system-ui, sans-serif',
    });
    quote.dataset.rendered = 'true';
  }
})();
