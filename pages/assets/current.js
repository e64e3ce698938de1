const links = () => [...document.querySelectorAll('nav li a')];

function mark(current) {
  for (const link of links()) {
    if (link === current) link.setAttribute('aria-current', 'location');
    else link.removeAttribute('aria-current');
  }
  const navigation = document.querySelector('nav');
  const { top, bottom } = current.getBoundingClientRect();
  const { top: first, bottom: last } = navigation.getBoundingClientRect();
  if (top < first || bottom > last) navigation.scrollTop += top - (first + last) / 2;
}

/** The element of an anchor such as `JobList.data.title`, or the nearest one that it is inside of. */
function nearest(id) {
  const end = id.lastIndexOf('.');
  return document.getElementById(id) ?? (end > 0 ? nearest(id.slice(0, end)) : null);
}

/** Goes on to the page that an anchor has moved to: all of them were once on one page. */
function follow(id) {
  const [section] = id.split('.');
  const moved = [...document.querySelectorAll('nav a')].find(({ hash }) => hash === `#${section}`);
  if (moved) location.replace(new URL(location.hash, moved.href));
}

/** Shows the place of a URL, with everything unfolded that it is inside of. */
function showPlace() {
  const id = decodeURIComponent(location.hash.slice(1));
  const target = nearest(id);
  if (!target) follow(id);
  for (let inside = target?.parentElement; inside; inside = inside.parentElement) {
    if (inside.matches('details')) inside.open = true;
  }
  target?.scrollIntoView();
}

/** Marks the navigation link of the section at the top of the window, and keeps it in sight. */
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
    mark(linkOf.get(passed ?? sections[0]));
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
  addEventListener('hashchange', showPlace);
  if (location.hash) showPlace();
  markPassed();
}
