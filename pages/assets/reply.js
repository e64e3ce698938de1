import { addCopyButton } from './copy.js';
import { base } from './origin.js';

/** Keeps numbers as the service wrote them, if the browser supports it. */
const keepNumberText = (_, value, context) =>
  typeof value === 'number' && context?.source && JSON.rawJSON ? JSON.rawJSON(context.source) : value;

/** JSON with line breaks; other text unchanged. */
function indented(text) {
  try {
    return JSON.stringify(JSON.parse(text, keepNumberText), undefined, 2);
  } catch {
    return text;
  }
}

function codeBlock(title, text) {
  const block = document.createElement('pre');
  block.className = 'code';
  block.dataset.title = title;
  const code = document.createElement('code');
  code.textContent = text;
  block.append(code);
  addCopyButton(block);
  return block;
}

/** The link from an error response to the page that explains it. */
function problemLink({ type, title }) {
  const link = document.createElement('a');
  link.href = `${base}${type}`;
  link.textContent = `${title}: how to fix it`;
  const line = document.createElement('p');
  line.append(link);
  return line;
}

/** A response as elements: link to the error's page, body, headers. */
export const responseElements = (text, headers, problem) => [
  ...(problem ? [problemLink(problem)] : []),
  ...(text === '' ? [] : [codeBlock('Body', indented(text))]),
  codeBlock('Headers', [...headers].map(([name, value]) => `${name}: ${value}`).join('\n')),
];
