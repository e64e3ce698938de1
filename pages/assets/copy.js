const SHOWN_MILLIS = 2_000;

/** Puts a button on a block of code that copies it. */
export function addCopyButton(block) {
  const code = block.querySelector('code');
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.setAttribute('aria-label', `Copy ${block.dataset.title}`);
  const say = (word) => {
    button.textContent = word;
    setTimeout(() => (button.textContent = 'Copy'), SHOWN_MILLIS);
  };
  button.addEventListener('click', () => {
    navigator.clipboard.writeText(code.textContent).then(
      () => say('Copied'),
      // A browser hands out its clipboard on safe origins only; then people select and copy themselves.
      () => getSelection().selectAllChildren(code),
    );
  });
  block.append(button);
}

/** Puts a button on every block of code. */
export function addCopyButtons() {
  for (const block of document.querySelectorAll('.code')) addCopyButton(block);
}
