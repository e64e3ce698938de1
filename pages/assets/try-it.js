import { colour } from './colour.js';
import { base } from './origin.js';
import { replyOf } from './reply.js';
import { samplesOf } from './sample-code.js';
import { showViolations } from './violations.js';

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
  [...form.querySelectorAll(`[data-in="${place}"]`)]
    .filter(({ value }) => value !== '')
    .map(({ name, value }) => [name, value]);

const keyIn = (form) => form.querySelector('[data-key]')?.value.trim();

const bodyIn = (form) => form.querySelector('[data-body]')?.value;

const fileField = (form) => form.querySelector('[data-file]');

/** The file that was chosen as the body; undefined until then. */
const fileIn = (form) => fileField(form)?.files[0];

/** What the form sends as form data: the fields of the body, and the file that was chosen; undefined until then. */
function formIn(form) {
  const { name, files: [chosen] = [] } = form.querySelector('[data-form]') ?? {};
  if (!chosen) return undefined;
  const { [name]: _, ...fields } = JSON.parse(bodyIn(form));
  return {
    name,
    chosen,
    file: `${name}${chosen.name.slice(chosen.name.lastIndexOf('.'))}`,
    fields: Object.entries(fields).flatMap(([field, value]) =>
      value === null ? [] : [[field, String(value)]],
    ),
  };
}

function formDataOf({ name, chosen, fields }) {
  const data = new FormData();
  for (const field of fields) data.append(...field);
  data.append(name, chosen);
  return data;
}

/** The media type of the body; of a file that is still to be chosen, the first that is taken. */
function contentTypeIn(form) {
  // That of form data has a boundary, which the browser chooses.
  if (form.querySelector('[data-form]')?.files.length > 0) return undefined;
  return bodyIn(form) ? 'application/json' : (fileIn(form)?.type ?? fileField(form)?.accept.split(',')[0]);
}

/** The address and the headers other than the key. */
function requestOf(form) {
  const filled = given(form, 'path').reduce(
    (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(value)),
    form.dataset.path,
  );
  const query = new URLSearchParams(given(form, 'query')).toString();
  const contentType = contentTypeIn(form);
  return {
    method: form.dataset.method,
    address: `${base}${filled}${query && `?${query}`}`,
    headers: [...given(form, 'header'), ...(contentType ? [['Content-Type', contentType]] : [])],
  };
}

/** Makes the samples beside a form send what the form would send; while its body is no JSON, they stay as they are. */
function showAsCode(form) {
  const request = {
    ...requestOf(form),
    file: fileField(form)?.dataset.file,
    hasResponseBody: 'hasResponseBody' in form.dataset,
  };
  try {
    const data = formIn(form);
    const body = bodyIn(form) && !data ? JSON.parse(bodyIn(form)) : undefined;
    const signed = form.querySelector('[data-key]') !== null;
    const codes = samplesOf({ ...request, signed, body, form: data });
    for (const block of form.closest('.operation').querySelectorAll('.samples .code')) {
      block.querySelector('code').textContent = codes[block.dataset.language];
      void colour(block);
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
}

async function send(form, outcome, reply) {
  const { method, address, headers } = requestOf(form);
  const key = keyIn(form);
  outcome.textContent = 'Sending …';
  reply.replaceChildren();
  const started = performance.now();
  try {
    const data = formIn(form);
    const body = data ? formDataOf(data) : (bodyIn(form) ?? fileIn(form));
    const response = await fetch(address, {
      method,
      headers: { ...Object.fromEntries(headers), ...(key && { 'API-Key': key }) },
      ...(body && { body }),
      cache: 'no-store',
      // The key is for this service alone.
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
    showViolations(form, problem?.errors ?? []);
    reply.replaceChildren(...replyOf(text, response.headers, problem));
  } catch (error) {
    outcome.textContent = `No response: ${error.message}`;
  }
}

/** Lists that have an id for a path, by the part of the path before it, and which entry to take. */
const lists = [
  { part: '/applications/', list: '/applications', choose: (data) => data.at(-1) },
  {
    part: '/public/jobs/',
    list: '/jobs?status=active',
    choose: (data) => data.find(({ confidential }) => !confidential),
  },
  { part: '/jobs/', list: '/jobs?pageSize=1', choose: (data) => data[0] },
];

/** Whether nobody has typed into the field, nor is about to. */
const isUntouched = (field) => field.value === field.defaultValue && field !== document.activeElement;

/** Fills in the id of something of the employer's, if the form has the example's and there is anything. */
async function fillId(form) {
  const { path } = form.dataset;
  const field = form.querySelector('[data-in="path"][name="id"]');
  const key = sessionStorage.getItem(STORED)?.trim();
  const source = lists.find(({ part }) => path.includes(part));
  if (!field || !key || !source || !isUntouched(field)) return;
  try {
    const address = `${base}${path.slice(0, path.indexOf(source.part))}${source.list}`;
    const response = await fetch(address, { headers: { 'API-Key': key }, redirect: 'error' });
    const { data = [] } = await response.json();
    const found = source.choose(data);
    if (!found || !isUntouched(field)) return;
    field.value = found.id;
    showAsCode(form);
  } catch {
    // The example stays.
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
