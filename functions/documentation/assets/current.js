/** Marks the link of the navigation that was followed last, by whatever way. */
export function markCurrent() {
  const mark = () => {
    for (const link of document.querySelectorAll('nav li a')) {
      if (link.hash === location.hash) link.setAttribute('aria-current', 'location');
      else link.removeAttribute('aria-current');
    }
  };
  addEventListener('hashchange', mark);
  mark();
}
