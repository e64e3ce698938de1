function mark() {
  for (const link of document.querySelectorAll('nav li a')) {
    if (link.hash === location.hash) link.setAttribute('aria-current', 'location');
    else link.removeAttribute('aria-current');
  }
}

/** Marks the link of the navigation that was followed last, by whatever way. */
export function markCurrent() {
  addEventListener('hashchange', mark);
  mark();
}
