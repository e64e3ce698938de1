import { colour } from './colour.js';
import { base } from './origin.js';
import { responseElements } from './reply.js';
import { samplesOf } from './sample-code.js';

const STORAGE_KEY = 'api-key';

/** Shares the key between all forms, until the tab closes. */
function shareKey() {
  const fields = [...document.querySelectorAll('[data-key]')];
  const share = (key) => {
    for (const field of fields) field.value = key;
  };
  share(sessionStorage.getItem(STORAGE_KEY) ?? '');
  for (const field of fields) {
    field.addEventListener('input', () => {
      share(field.value);
      sessionStorage.setItem(STORAGE_KEY, field.value);
    });
  }
}

/** Converts the fields of a JSON text to form data, with a chosen file as the value of one field. */
function formDataFrom(text, { name, files: [chosen] }) {
  const { [name]: _, ...fields } = JSON.parse(text);
  return {
    name,
    chosen,
    file: `${name}${chosen.name.slice(chosen.name.lastIndexOf('.'))}`,
    fields: Object.entries(fields).flatMap(([field, value]) =>
      value === null ? [] : [[field, String(value)]],
    ),
  };
}

/** The request of a form without its key: JSON in `text`, a file, or form data with a chosen file. */
function requestOf(form) {
  const control = (kind) => form.querySelector(`[data-${kind}]`);
  const valuesIn = (location) =>
    [...form.querySelectorAll(`[data-in="${location}"]`)]
      .filter(({ value }) => value !== '')
      .map(({ name, value }) => [name, value]);
  const path = valuesIn('path').reduce(
    (filled, [name, value]) => filled.replace(`{${name}}`, encodeURIComponent(value)),
    form.dataset.path,
  );
  const query = new URLSearchParams(valuesIn('query')).toString();
  const text = control('body')?.value;
  const [fileField, formField] = [control('file'), control('form')];
  const [file] = fileField?.files ?? [];
  const data = formField?.files.length > 0 ? formDataFrom(text, formField) : undefined;
  // The first accepted type if no file is chosen. The browser sets the type of form data, because it has a boundary.
  const type = text ? 'application/json' : (file?.type ?? fileField?.accept.split(',')[0]);
  return {
    method: form.dataset.method,
    address: `${base}${path}${query && `?${query}`}`,
    headers: [...valuesIn('header'), ...(type && !data ? [['Content-Type', type]] : [])],
    text,
    file,
    data,
  };
}

/** Updates the samples next to a form to the request of the form, unless the request body is not valid JSON. */
function showAsCode(form) {
  try {
    const { text, data, ...request } = requestOf(form);
    const codes = samplesOf({
      ...request,
      body: text && !data ? JSON.parse(text) : undefined,
      form: data,
      file: form.querySelector('[data-file]')?.dataset.file,
      signed: form.querySelector('[data-key]') !== null,
      hasResponseBody: 'hasResponseBody' in form.dataset,
    });
    for (const block of form.closest('.operation').querySelectorAll('.samples .code')) {
      block.querySelector('code').textContent = codes[block.dataset.language];
      void colour(block);
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
}

function bodyOf({ text, file, data }) {
  if (!data) return text ?? file;
  const body = new FormData();
  for (const field of data.fields) body.append(...field);
  body.append(data.name, data.chosen);
  return body;
}

async function send(form, outcome, reply) {
  outcome.textContent = 'Sending …';
  reply.replaceChildren();
  const started = performance.now();
  try {
    const { method, address, headers, ...body } = requestOf(form);
    const key = form.querySelector('[data-key]')?.value.trim();
    const response = await fetch(address, {
      method,
      headers: { ...Object.fromEntries(headers), ...(key && { 'API-Key': key }) },
      body: bodyOf(body),
      cache: 'no-store',
      // The key is sent only to this service.
      redirect: 'manual',
    });
    if (response.type === 'opaqueredirect') {
      outcome.textContent = 'A redirect. A browser does not show a page where it leads: use the code above.';
      return;
    }
    const text = await response.text();
    const millis = Math.round(performance.now() - started);
    const isProblem = response.headers.get('content-type') === 'application/problem+json';
    const problem = isProblem ? JSON.parse(text) : undefined;
    outcome.textContent = `${response.status} ${response.statusText} in ${millis} ms`;
    reply.replaceChildren(...responseElements(text, response.headers, problem));
  } catch (error) {
    outcome.textContent = `No response: ${error.message}`;
  }
}

/** For each path segment that precedes an id: the list that provides the id, and the choice of the list's entry. */
const lists = [
  { part: '/applications/', list: '/applications', choose: (data) => data.at(-1) },
  {
    part: '/public/jobs/',
    list: '/jobs?status=active',
    choose: (data) => data.find(({ confidential }) => !confidential),
  },
  { part: '/jobs/', list: '/jobs?pageSize=1', choose: (data) => data[0] },
];

/** True if the user neither changed the field nor focused it. */
const isUntouched = (field) => field.value === field.defaultValue && field !== document.activeElement;

/** Replaces the example id by one of the employer's own, if there is any. */
async function fillId(form) {
  const { path } = form.dataset;
  const field = form.querySelector('[data-in="path"][name="id"]');
  const key = sessionStorage.getItem(STORAGE_KEY)?.trim();
  const source = lists.find(({ part }) => path.includes(part));
  if (!field || !key || !source || !isUntouched(field)) return;
  try {
    const address = `${base}${path.slice(0, path.indexOf(source.part))}${source.list}`;
    const response = await fetch(address, { headers: { 'API-Key': key }, redirect: 'error' });
    const { data = [] } = await response.json();
    const entry = source.choose(data);
    if (!entry || !isUntouched(field)) return;
    field.value = entry.id;
    showAsCode(form);
  } catch {
    // Keeps the example id when the list cannot be read.
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
    form.addEventListener('input', () => showAsCode(form));
    form.querySelector('[data-key]')?.addEventListener('change', () => void fillId(form));
    form.parentElement.addEventListener('toggle', ({ target }) => {
      if (target.open) void fillId(form);
    });
  }
}
