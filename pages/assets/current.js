function mark() {
  for (const link of document.querySelectorAll('nav li a')) {
    if (link.hash === location.hash) link.setAttribute('aria-current', 'location');
    else link.removeAttribute('aria-current');
  }
}

/** Marks the navigation link of the current section, however the reader got there. */
export function markCurrent() {
  addEventListener('hashchange', mark);
  mark();
}
