const MESSAGE_MILLIS = 2_000;

/** Adds a copy button to a code block. */
export function addCopyButton(block) {
  const code = block.querySelector('code');
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.setAttribute('aria-label', `Copy ${block.dataset.title}`);
  const showMessage = (word) => {
    button.textContent = word;
    setTimeout(() => (button.textContent = 'Copy'), MESSAGE_MILLIS);
  };
  button.addEventListener('click', () => {
    navigator.clipboard.writeText(code.textContent).then(
      () => showMessage('Copied'),
      // Browsers allow clipboard access on secure origins only; elsewhere people select and copy the text themselves.
      () => getSelection().selectAllChildren(code),
    );
  });
  block.append(button);
}

/** Adds a copy button to every code block. */
export function addCopyButtons() {
  for (const block of document.querySelectorAll('.code')) addCopyButton(block);
}
