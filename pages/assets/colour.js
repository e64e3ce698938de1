/** Syntax module by language. */
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

/** Highlights a block of code. Loads the library with the first one. */
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

/** Highlights each block of code when it becomes visible. */
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
