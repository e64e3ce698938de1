import { RESUME_MAX_BYTES, UPLOAD_MAX_BYTES } from '../../schemas/application.ts';
import { keepTextScript } from './keep-text-script.ts';

/** Ids of the elements that the script uses. */
export const applyIds = {
  /** The element with the service's error about the submitted file. */
  error: 'resume-error',
  /** The note that the candidate must choose the file again. */
  again: 'resume-again',
  /** The element for the script's message about the file. `data-sentences` has the messages by violation code. */
  problem: 'resume-problem',
  /** The upload progress. `data-address` has the start address, `data-states` the status texts. */
  upload: 'upload',
} as const;

/** Status texts of an upload. */
export interface UploadStates {
  uploading: string;
  uploaded: string;
  waiting: string;
}

/**
 * Uploads a file when the candidate chooses it; the form then carries the upload's id, also after a rejected submission.
 * If the upload fails, the form carries the file itself when it is small enough. The script checks the size before it
 * sends anything, because the gateway rejects a large request without showing the form again. After "back", a browser
 * may show a chosen file without a change event.
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

const showError = (code) => {
  const sentence = code ? sentences[code] ?? sentences.failed : '';
  problem.textContent = sentence;
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

const discardUpload = () => {
  sending?.abort();
  sending = undefined;
  id.remove();
  field.name = 'resume';
  showError();
  show();
};

const attachUpload = (value, fileName) => {
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
  discardUpload();
  const [file] = field.files;
  if (!file) return;
  for (const message of document.querySelectorAll('#${applyIds.error}, #${applyIds.again}')) message.remove();
  if (file.size === 0) return showError('file_empty');
  if (file.size > ${UPLOAD_MAX_BYTES}) return showError('file_too_large');
  const own = new AbortController();
  sending = own;
  field.removeAttribute('name');
  progress.value = 0;
  show('uploading', file.name);
  try {
    const begun = await begin(file.name, own.signal);
    if (sending === own) await send(file, begun.upload, own.signal);
    if (sending !== own) return;
    attachUpload(begun.id, file.name);
  } catch (error) {
    if (sending !== own) return;
    field.name = 'resume';
    show();
    const code = typeof error === 'string' ? error : 'failed';
    if (code !== 'failed' || file.size > ${RESUME_MAX_BYTES}) {
      showError(code);
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
  discardUpload();
  field.value = '';
  field.focus();
});
form.addEventListener('submit', (event) => {
  if (problem.textContent !== '') {
    event.preventDefault();
    return field.focus();
  }
  if (!sending) return;
  event.preventDefault();
  isAwaited = true;
  state.textContent = states.waiting;
});
addEventListener('pageshow', () => {
  if (sending) return;
  if (field.files.length > 0 && !id.isConnected) start();
  else if (id.isConnected) attachUpload(id.value, id.dataset.name ?? name.textContent);
});

${keepTextScript}
`.trim();
