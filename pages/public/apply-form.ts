import { ApplicationForm, resumeTypes } from '../../schemas/application.ts';
import { pick } from '../../schemas/job-fields.ts';
import { consentSentences } from '../../schemas/consent.ts';
import type { ViolationCode } from '../../schemas/violations.ts';
import type { Language } from '../../schemas/languages.ts';
import { BASE_PATH, operations } from '../../schemas/operations.ts';
import { Html, html } from '../html.ts';
import { accommodationSection } from './accommodation-section.ts';
import { applyIds, applyScript, type UploadStates } from './apply-script.ts';
import { applyWords, formFields, type ApplyWords, type FormField, type FormProblem } from './apply-words.ts';
import { collectionNotice } from './collection-notice.ts';
import { factLine } from './facts.ts';
import { formSummary, honeypotField } from './form-parts.ts';
import { localized, type Frame } from './frame.ts';
import { publicLayout } from './layout.ts';
import { formatLocations, type PostingLocation } from './places.ts';
import {
  answerErrorLinks,
  hiddenAnswerFields,
  questionFields,
  type FormQuestions,
  type SubmittedAnswers,
} from './questions.ts';
import { withUserText, bdi } from './user-text.ts';
import { words as commonWords } from './words.ts';

/** Hidden field with the signed time of the form's first display. */
export const ISSUED_FIELD = 'issued';

type TextField = Exclude<FormField, 'resume' | 'consent'>;

interface ApplyFormJob extends FormQuestions {
  title: string;
  titleLanguage: Language | undefined;
  /** The employer's name; null for a confidential job. */
  employer: string | null;
  places: readonly PostingLocation[];
  /** URL of the employer's privacy notice. */
  privacyUrl?: string | undefined;
  /** The employer's text on adjustments for candidates. */
  accommodation?: { text: string; language: Language } | undefined;
}

/** The application form of a posting: empty, or prefilled after a rejected submission. */
export interface ApplyForm extends SubmittedAnswers {
  /** Undefined if the job was not found. */
  job?: ApplyFormJob | undefined;
  /** The public id of the posting. */
  publicId: string;
  /** The URL of the posting. */
  postingUrl: string;
  /** URL that receives the form. */
  action: string;
  issued: string;
  retentionDays: number;
  /** Submitted values. */
  typed?: Partial<Record<TextField, string>>;
  hasConsent?: boolean;
  /** True if the submission had a file, which the candidate must choose again. */
  hadFile?: boolean;
  /** The uploaded file, which the form keeps. */
  upload?: { id: string; fileName: string } | undefined;
  /** The first broken rule of each field. */
  problems?: Partial<Record<FormField, ViolationCode>>;
  /** Why the service could not accept the form, apart from its fields. */
  problem?: FormProblem;
}

const { properties } = ApplicationForm;

const inputs = {
  name: { type: 'text', autocomplete: 'name' },
  email: { type: 'email', autocomplete: 'email' },
  telephone: { type: 'tel', autocomplete: 'tel' },
} as const;

/** The form requires one of the two fields, which their legend states. */
const eitherRequired: ReadonlySet<FormField> = new Set(['resume', 'coverLetter']);

const isRequired = (field: FormField) => (ApplicationForm.required as readonly string[]).includes(field);

/** Address that starts an upload, relative to the page, because the page may come from a CDN. */
const uploadAddress = (publicId: string) =>
  `../..${BASE_PATH}${operations.createUpload.path.replace('{id}', encodeURIComponent(publicId))}`;

const acceptedExtensions = Object.keys(resumeTypes)
  .map((type) => `.${type}`)
  .join(',');

/** Error messages of the script by violation code; `failed` covers all other errors. */
const uploadErrorMessages = ({ problems: { resume }, uploadProblems }: ApplyWords) => ({
  ...pick(resume, ['file_empty', 'file_type', 'too_long']),
  ...uploadProblems,
});

/** The form at a posting's `/apply`. */
export function applyForm(form: ApplyForm, frame: Frame): string {
  const { language } = frame;
  const words = applyWords[language];
  const { job, typed = {}, problems = {} } = form;

  const sentenceOf = (field: FormField): string | undefined => {
    const code = problems[field];
    const sentences: ApplyWords['problems'][FormField] = words.problems[field];
    return code && (sentences[code] ?? sentences.other);
  };
  const errorOf = (field: FormField) => {
    const sentence = sentenceOf(field);
    return sentence === undefined ? undefined : html`<p class="error" id="${field}-error">${sentence}</p>`;
  };
  const attributesOf = (field: FormField, ...hints: string[]) => {
    const described = [...hints, ...(problems[field] ? [`${field}-error`] : [])].join(' ');
    return html`id="${field}"
    name="${field}"${isRequired(field) && html` required`}${
      problems[field] && html` aria-invalid="true"`
    }${described !== '' && html` aria-describedby="${described}"`}`;
  };
  const labelOf = (field: Exclude<FormField, 'consent'>) =>
    html`<label for="${field}"
      >${words.labels[field]}${
        !isRequired(field) &&
        !eitherRequired.has(field) &&
        html` <span class="quiet">(${words.optional})</span>`
      }</label
    >`;
  const input = (field: keyof typeof inputs): Html => {
    const { type, autocomplete } = inputs[field];
    return html`<div class="field">
      ${labelOf(field)}${errorOf(field)}<input
        type="${type}"
        autocomplete="${autocomplete}"
        maxlength="${properties[field].maxLength}"
        value="${typed[field] ?? ''}"
        dir="auto"
        ${attributesOf(field)}
      />
    </div> `;
  };
  const linkTo = (field: FormField) => html`<a href="#${field}">${sentenceOf(field)}</a>`;
  const broken = formFields.filter((field) => problems[field] !== undefined);
  const sentences = [
    ...(form.problem === undefined ? [] : [html`${words.notReceived[form.problem]}`]),
    ...broken.filter((field) => field !== 'consent').map(linkTo),
    ...(job ? answerErrorLinks(job, form, language) : []),
    ...broken.filter((field) => field === 'consent').map(linkTo),
  ];
  // The candidate must replace a rejected file.
  const upload = problems.resume === undefined ? form.upload : undefined;
  const heading = words.heading(job?.title);

  return publicLayout({
    frame,
    title: sentences.length > 0 ? words.errorTitle(heading) : heading,
    main: html`<div class="form">
      <p><a href="${localized(form.postingUrl, frame)}">${words.back}</a></p>
      <h1>${job === undefined ? heading : withUserText(words.heading, job.title, job.titleLanguage)}</h1>
      ${
        job &&
        factLine([
          bdi(job.employer ?? commonWords[language].confidentialEmployer),
          ...formatLocations(job.places, language).map((place) => bdi(place)),
        ])
      }
      ${formSummary(form.problem === undefined ? words.summary : words.notReceived.title, sentences)}
      <form method="post" action="${form.action}" enctype="multipart/form-data" novalidate>
        ${input('name')}${input('email')}${input('telephone')}
        <fieldset class="field">
          <legend>${words.eitherField}</legend>
          <div class="field">
            ${labelOf('resume')}
            <p class="quiet" id="resume-hint" data-uploaded="${words.uploadHint}">${words.resumeHint}</p>
            ${errorOf('resume')}${
              form.hadFile === true && html`<p class="error" id="${applyIds.again}">${words.chooseAgain}</p> `
            }<input
              type="file"
              accept="${acceptedExtensions}"
              ${attributesOf('resume', 'resume-hint', applyIds.problem, ...(form.hadFile === true ? [applyIds.again] : []))}
            />
            <p
              class="error"
              id="${applyIds.problem}"
              aria-live="assertive"
              data-sentences="${JSON.stringify(uploadErrorMessages(words))}"
            ></p>
            <div
              id="${applyIds.upload}"
              class="upload"
              data-address="${uploadAddress(form.publicId)}"
              data-states="${JSON.stringify(words.uploadStates satisfies UploadStates)}"
              hidden
            >
              <p><span role="status"></span> <bdi></bdi></p>
              <progress aria-label="${words.uploadStates.uploading}"></progress>
              <button type="button" class="button secondary" data-retry hidden>${words.retry}</button>
              <button type="button" class="button secondary" data-remove>${words.remove}</button>
            </div>
            ${
              upload &&
              html`<input
                type="hidden"
                name="resume"
                value="${upload.id}"
                data-name="${upload.fileName}"
                autocomplete="off"
              />`
            }
          </div>
          <div class="field">
            ${labelOf('coverLetter')} ${errorOf('coverLetter')}<textarea
              rows="5"
              dir="auto"
              maxlength="${properties.coverLetter.maxLength}"
              ${attributesOf('coverLetter')}
            >
${typed.coverLetter ?? ''}</textarea>
          </div>
        </fieldset>
        ${job ? questionFields(job, form, language) : hiddenAnswerFields(form)}${job && accommodationSection({ employer: job.employer, own: job.accommodation }, frame)}
        <div class="field consent">
          ${errorOf('consent')}<label
            ><input
              type="checkbox"
              value="true"
              ${attributesOf('consent')}${form.hasConsent === true && html` checked`}
            />
            <span>${consentSentences[language](form.retentionDays)}</span></label
          >
          ${job && collectionNotice({ employer: job.employer, days: form.retentionDays }, frame)}${
            job?.privacyUrl !== undefined &&
            html`<p class="quiet notice">
              <a href="${job.privacyUrl}" target="_blank" rel="noopener">${words.privacy}</a>
            </p> `
          }
        </div>
        ${honeypotField(frame.language)}
        <input type="hidden" name="${ISSUED_FIELD}" value="${form.issued}" />
        <button class="button">${words.send}</button>
      </form>
      ${new Html(`<script>${applyScript}</script>`)}
    </div>`,
  });
}
