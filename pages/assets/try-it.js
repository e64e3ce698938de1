import { addCopyButton } from './copy.js';
import { base } from './origin.js';

const STORED = 'api-key';

/** The key is entered once for all forms and kept until the tab is closed. */
function shareKey() {
  const fields = [...document.querySelectorAll('[data-key]')];
  const share = (key) => {
    for (const field of fields) field.value = key;
  };
  share(sessionStorage.getItem(STORED) ?? '');
  for (const field of fields) {
    field.addEventListener('input', () => {
      share(field.value);
      sessionStorage.setItem(STORED, field.value);
    });
  }
}

const given = (form, place) =>
  [...form.querySelectorAll(`[data-in="${place}"]`)].filter(({ value }) => value !== '');

function requestOf(form) {
  const { method, path } = form.dataset;
  const filled = given(form, 'path').reduce(
    (text, { name, value }) => text.replace(`{${name}}`, encodeURIComponent(value)),
    path,
  );
  const query = new URLSearchParams(given(form, 'query').map(({ name, value }) => [name, value])).toString();
  const headers = Object.fromEntries(given(form, 'header').map(({ name, value }) => [name, value]));
  const key = form.querySelector('[data-key]')?.value.trim();
  const body = form.querySelector('[data-body]')?.value;
  return {
    address: `${base}${filled}${query && `?${query}`}`,
    options: {
      method,
      headers: {
        ...headers,
        ...(key && { 'API-Key': key }),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body }),
      cache: 'no-store',
    },
  };
}

/** Keeps numbers as the service wrote them, if the browser supports it. */
const asSent = (_, value, context) =>
  typeof value === 'number' && context?.source && JSON.rawJSON ? JSON.rawJSON(context.source) : value;

/** JSON with line breaks; other text unchanged. */
function indented(text) {
  try {
    return JSON.stringify(JSON.parse(text, asSent), undefined, 2);
  } catch {
    return text;
  }
}

function block(title, text) {
  const made = document.createElement('pre');
  made.className = 'code';
  made.dataset.title = title;
  const code = document.createElement('code');
  code.textContent = text;
  made.append(code);
  addCopyButton(made);
  return made;
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

async function send(form, outcome, reply) {
  const { address, options } = requestOf(form);
  outcome.textContent = 'Sending …';
  reply.replaceChildren();
  const started = performance.now();
  try {
    const response = await fetch(address, options);
    const text = await response.text();
    const millis = Math.round(performance.now() - started);
    const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
    outcome.textContent = `${response.status} ${response.statusText} in ${millis} ms`;
    const isProblem = response.headers.get('content-type') === 'application/problem+json';
    reply.replaceChildren(
      ...(isProblem ? [problemLink(JSON.parse(text))] : []),
      ...(text === '' ? [] : [block('Body', indented(text))]),
      block('Headers', headers),
    );
  } catch (error) {
    outcome.textContent = `No response: ${error.message}`;
  }
}

/** Sends the request of each form to this service and shows the response. */
export function addTryIt() {
  shareKey();
  for (const form of document.querySelectorAll('.try form')) {
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void send(form, ...form.parentElement.querySelectorAll('.outcome, .reply'));
    });
  }
}
