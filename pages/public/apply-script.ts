import { RESUME_MAX_BYTES } from '../../schemas/application.ts';

/** Where the form says that the file is too large, with the sentence in `data-sentence`. */
export const TOO_LARGE_ID = 'resume-too-large';

/**
 * The script of the form: a file that is too large is named beside its field before anything is sent. The gateway
 * refuses such a request itself, without the form and what was typed. After going back, a browser may have a file in the
 * field without a change.
 */
export const applyScript = `
const field = document.getElementById('resume');
const message = document.getElementById('${TOO_LARGE_ID}');
const judge = () => {
  const isTooLarge = [...field.files].some(({ size }) => size > ${RESUME_MAX_BYTES});
  const sentence = isTooLarge ? message.dataset.sentence : '';
  message.textContent = sentence;
  field.setCustomValidity(sentence);
  if (isTooLarge) field.setAttribute('aria-invalid', 'true');
};
field.addEventListener('change', () => {
  field.removeAttribute('aria-invalid');
  judge();
});
addEventListener('pageshow', judge);
`.trim();
