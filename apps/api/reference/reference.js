// Draws the reference from the document that the service itself answers.
globalThis.Redoc.init(
  '/openapi.json',
  {
    hideDownloadButtons: true,
    pathInMiddlePanel: true,
    requiredPropsFirst: true,
    sortRequiredPropsFirst: true,
    scrollYOffset: 'header',
    theme: {
      typography: { fontFamily: 'system-ui, sans-serif', headings: { fontFamily: 'system-ui, sans-serif' } },
    },
  },
  document.getElementById('reference'),
);
