const { root, origin } = document.body.dataset;

/** Where this page comes from, and so its service: with the stage that a path may begin with. */
export const base = new URL(root || '.', location.href).href.replace(/\/$/, '');

/** Lets the samples send their requests to the service that this page comes from. */
export function showOrigin() {
  for (const code of document.querySelectorAll('.code code')) {
    code.textContent = code.textContent.replaceAll(origin, base);
  }
}
