const STORAGE_KEY = 'language';

const groups = () => document.querySelectorAll('.samples');

function choose(language) {
  for (const group of groups()) {
    for (const block of group.querySelectorAll('.code')) block.hidden = block.dataset.language !== language;
    for (const button of group.querySelectorAll('.languages button')) {
      button.setAttribute('aria-pressed', String(button.value === language));
    }
  }
}

/** Shows all samples in one language. Without this script, the page shows every language. */
export function addLanguageChoice() {
  for (const group of groups()) {
    const buttons = document.createElement('div');
    buttons.className = 'languages';
    buttons.setAttribute('role', 'group');
    buttons.setAttribute('aria-label', 'Language of the sample');
    for (const { dataset } of group.querySelectorAll('.code')) {
      const button = document.createElement('button');
      button.type = 'button';
      button.value = dataset.language;
      button.textContent = dataset.title;
      button.addEventListener('click', () => {
        const { top } = button.getBoundingClientRect();
        choose(button.value);
        sessionStorage.setItem(STORAGE_KEY, button.value);
        // The samples above change their heights, so scroll to keep the clicked button in place.
        scrollBy({ top: button.getBoundingClientRect().top - top, behavior: 'instant' });
      });
      buttons.append(button);
    }
    group.prepend(buttons);
  }
  choose(sessionStorage.getItem(STORAGE_KEY) ?? 'sh');
}
