const links = () => [...document.querySelectorAll('nav li a')];

function mark(current) {
  for (const link of links()) {
    if (link === current) link.setAttribute('aria-current', 'location');
    else link.removeAttribute('aria-current');
  }
  if (!current) return;
  const navigation = document.querySelector('nav');
  const { top, bottom } = current.getBoundingClientRect();
  const { top: navigationTop, bottom: last } = navigation.getBoundingClientRect();
  if (top < navigationTop || bottom > last) navigation.scrollTop += top - (navigationTop + last) / 2;
}

/** The element of an anchor such as `JobList.data.title`, or its nearest existing ancestor. */
function nearestElement(id) {
  const end = id.lastIndexOf('.');
  return document.getElementById(id) ?? (end > 0 ? nearestElement(id.slice(0, end)) : null);
}

/** Redirects an old anchor to its page, because all anchors were formerly on one page. */
function redirectAnchor(id) {
  const [section] = id.split('.');
  const link = [...document.querySelectorAll('nav a')].find(({ hash }) => hash === `#${section}`);
  if (link) location.replace(new URL(location.hash, link.href));
}

/** Scrolls to the URL's anchor and opens every folded section around it. */
function showAnchor() {
  const id = decodeURIComponent(location.hash.slice(1));
  const target = nearestElement(id);
  if (!target) redirectAnchor(id);
  for (let inside = target?.parentElement; inside; inside = inside.parentElement) {
    if (inside.matches('details')) inside.open = true;
  }
  target?.scrollIntoView();
}

/** Marks the navigation link of the section at the top of the window, if there is one, and keeps it in sight. */
export function markCurrent() {
  const linkOf = new Map(
    links().flatMap((link) => {
      const section = document.getElementById(link.hash.slice(1));
      return section ? [[section, link]] : [];
    }),
  );
  const sections = [...linkOf.keys()];
  if (sections.length === 0) return;
  let isScheduled = false;
  const markPassed = () => {
    isScheduled = false;
    const top = document.querySelector('.top').offsetHeight + innerHeight / 4;
    const passed = sections.findLast((section) => section.getBoundingClientRect().top <= top);
    mark(linkOf.get(passed));
  };
  addEventListener(
    'scroll',
    () => {
      if (isScheduled) return;
      isScheduled = true;
      requestAnimationFrame(markPassed);
    },
    { passive: true },
  );
  addEventListener('hashchange', showAnchor);
  if (location.hash) showAnchor();
  markPassed();
}
