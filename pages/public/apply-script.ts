import { RESUME_MAX_BYTES, UPLOAD_MAX_BYTES } from '../../schemas/application.ts';

/** The elements of the form that its script works with. */
export const applyIds = {
  /** What the service found wrong with the file that was sent. */
  error: 'resume-error',
  /** That the file has to be chosen again. */
  again: 'resume-again',
  /** What is wrong with the file, with the sentences in `data-sentences` by the codes of violations. */
  problem: 'resume-problem',
  /** Shows the upload, with the address to begin it in `data-address` and the states in `data-states`. */
  upload: 'upload',
} as const;

/** What the script says of an upload. */
export interface UploadStates {
  uploading: string;
  uploaded: string;
  waiting: string;
}

/**
 * The script of the form: a file that is chosen goes to the store at once, and the form then carries its id, which
 * stays when the form comes back. Where that fails, a file that the form can carry goes with it, as without the script.
 * A file that is too large is named beside its field before anything is sent: the gateway refuses such a request itself,
 * without the form and what was typed. After going back, a browser may have a file in the field without a change. The
 * link to the other language takes along what was typed, but no file.
 */
export const applyScript = `
const field = document.getElementById('resume');
const form = field.form;
const problem = document.getElementById('${applyIds.problem}');
const upload = document.getElementById('${applyIds.upload}');
const [progress, state, name, retry, remove] = ['progress', '[role=status]', 'bdi', '[data-retry]', '[data-remove]']
  .map((part) => upload.querySelector(part));
const sentences = JSON.parse(problem.dataset.sentences);
const states = JSON.parse(upload.dataset.states);
const hint = document.getElementById('resume-hint');
hint.textContent = hint.dataset.uploaded;
const id = form.querySelector('input[type=hidden][name=resume]') ?? Object.assign(document.createElement('input'), { type: 'hidden' });
let sending;
let isAwaited = false;

const say = (code) => {
  const sentence = code ? sentences[code] ?? sentences.failed : '';
  problem.textContent = sentence;
  field.setCustomValidity(sentence);
  if (code) field.setAttribute('aria-invalid', 'true');
  else field.removeAttribute('aria-invalid');
};

const show = (what, fileName) => {
  upload.hidden = !what;
  state.textContent = what ? states[what] : '';
  name.textContent = what ? fileName : '';
  progress.hidden = what !== 'uploading' && what !== 'waiting';
  retry.hidden = true;
};

const forget = () => {
  sending?.abort();
  sending = undefined;
  id.remove();
  field.name = 'resume';
  say();
  show();
};

const keep = (value, fileName) => {
  id.name = 'resume';
  id.value = value;
  form.append(id);
  field.removeAttribute('name');
  show('uploaded', fileName);
};

const begin = async (fileName, signal) => {
  const response = await fetch(upload.dataset.address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fileName }),
    signal,
  });
  const answer = await response.json();
  if (response.status !== 201) throw answer.errors?.[0]?.code ?? 'failed';
  return answer;
};

const send = (file, { url, fields }, signal) =>
  new Promise((resolve, reject) => {
    const data = new FormData();
    for (const [each, value] of Object.entries(fields)) data.append(each, value);
    data.append('file', file);
    const request = new XMLHttpRequest();
    request.upload.onprogress = ({ loaded, total }) => {
      progress.value = loaded / total;
    };
    request.onload = () => (request.status === 204 ? resolve() : reject('failed'));
    request.onerror = () => reject('failed');
    signal.addEventListener('abort', () => request.abort());
    request.open('POST', url);
    request.send(data);
  });

const start = async () => {
  forget();
  const [file] = field.files;
  if (!file) return;
  for (const said of document.querySelectorAll('#${applyIds.error}, #${applyIds.again}')) said.remove();
  if (file.size === 0) return say('file_empty');
  if (file.size > ${UPLOAD_MAX_BYTES}) return say('file_too_large');
  const own = new AbortController();
  sending = own;
  field.removeAttribute('name');
  progress.value = 0;
  show('uploading', file.name);
  try {
    const begun = await begin(file.name, own.signal);
    if (sending === own) await send(file, begun.upload, own.signal);
    if (sending !== own) return;
    keep(begun.id, file.name);
  } catch (error) {
    if (sending !== own) return;
    field.name = 'resume';
    show();
    const code = typeof error === 'string' ? error : 'failed';
    if (code !== 'failed' || file.size > ${RESUME_MAX_BYTES}) {
      say(code);
      upload.hidden = false;
      retry.hidden = code !== 'failed';
    }
  }
  sending = undefined;
  if (isAwaited) {
    isAwaited = false;
    form.requestSubmit();
  }
};

field.addEventListener('change', () => {
  isAwaited = false;
  start();
});
retry.addEventListener('click', start);
remove.addEventListener('click', () => {
  isAwaited = false;
  forget();
  field.value = '';
  field.focus();
});
form.addEventListener('submit', (event) => {
  if (!sending) return;
  event.preventDefault();
  isAwaited = true;
  state.textContent = states.waiting;
});
addEventListener('pageshow', () => {
  if (sending) return;
  if (field.files.length > 0 && !id.isConnected) start();
  else if (id.isConnected) keep(id.value, id.dataset.name ?? name.textContent);
});

const place = 'typed ' + location.pathname;
const kept = JSON.parse(sessionStorage.getItem(place) ?? '[]');
sessionStorage.removeItem(place);
for (const each of kept.length > 0 ? form.elements : []) {
  const values = kept.filter(([sent]) => sent === each.name).map(([, value]) => value);
  if (['checkbox', 'radio'].includes(each.type)) each.checked = values.includes(each.value);
  else if (!['hidden', 'file'].includes(each.type) && values.length > 0) [each.value] = values;
}
document.querySelector('nav a[hreflang]')?.addEventListener('click', () => {
  const texts = [...new FormData(form)].filter(([, value]) => typeof value === 'string');
  sessionStorage.setItem(place, JSON.stringify(texts));
});
`.trim();
