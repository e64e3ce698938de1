/** Opens and closes the navigation on narrow screens. */
export function addMenu() {
  const button = document.querySelector('.menu');
  const navigation = document.querySelector('nav');
  if (!button || !navigation) return;
  const setOpen = (isOpen) => {
    document.documentElement.classList.toggle('menu-open', isOpen);
    button.setAttribute('aria-expanded', String(isOpen));
  };
  button.addEventListener('click', () => setOpen(button.getAttribute('aria-expanded') !== 'true'));
  navigation.addEventListener('click', ({ target }) => {
    if (target.closest('a')) setOpen(false);
  });
  navigation.addEventListener('submit', () => setOpen(false));
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || button.getAttribute('aria-expanded') !== 'true') return;
    setOpen(false);
    button.focus();
  });
}
