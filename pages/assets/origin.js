const { root, origin } = document.body.dataset;

/** The base URL of the service that serves this page, including the stage in the path, if any. */
export const base = new URL(root || '.', location.href).href.replace(/\/$/, '');

/** Makes the samples send their requests to the service that serves this page. */
export function showOrigin() {
  for (const code of document.querySelectorAll('.code code')) {
    code.textContent = code.textContent.replaceAll(origin, base);
  }
}
