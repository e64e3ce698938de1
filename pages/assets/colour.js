/** What knows the words of each language. */
const words = {
  sh: 'bash',
  console: 'bash',
  js: 'js',
  ts: 'js',
  python: 'py',
  json: 'json',
  go: 'go',
  java: 'java',
  php: 'js',
};

/** Colours a block of code. The library comes with the first one that is seen. */
export async function colour(block) {
  const name = words[block.dataset.language];
  if (!name) return;
  const code = block.querySelector('code');
  const [{ tokenizeWith }, { default: language }] = await Promise.all([
    import('./tokenize.js'),
    import(`./words-${name}.js`),
  ]);
  const pieces = [];
  tokenizeWith(code.textContent, language, (text, kind) => {
    const piece = document.createElement('span');
    piece.className = `word-${kind}`;
    piece.textContent = text;
    pieces.push(kind ? piece : text);
  });
  code.replaceChildren(...pieces);
}

/** Colours every block of code once it is seen. */
export function addColours() {
  const watch = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      watch.unobserve(target);
      void colour(target);
    }
  });
  for (const block of document.querySelectorAll('.code')) watch.observe(block);
}
