import { ApplicationForm, resumeTypes } from '../../schemas/application.ts';
import { pick } from '../../schemas/job-fields.ts';
import { consentSentences } from '../../schemas/consent.ts';
import type { ViolationCode } from '../../schemas/violations.ts';
import type { Language } from '../../schemas/languages.ts';
import { BASE_PATH, operations } from '../../schemas/operations.ts';
import { Html, html } from '../html.ts';
import { accommodationOf } from './accommodation.ts';
import { applyIds, applyScript, type UploadStates } from './apply-script.ts';
import { applyWords, formFields, type ApplyWords, type FormField, type FormProblem } from './apply-words.ts';
import { collectionNotice } from './collection-notice.ts';
import { formSummary } from './form-summary.ts';
import { localized, type Frame } from './frame.ts';
import { publicLayout } from './layout.ts';
import { placesInWords, type ShownPlace } from './places.ts';
import {
  answerFaults,
  keptAnswers,
  questionFields,
  type AskedQuestions,
  type TypedAnswers,
} from './questions.ts';
import { around, bdi } from './typed-text.ts';
import { trapField } from './trap-field.ts';
import { words as commonWords } from './words.ts';

/** The field with the signed time at which the form was first shown. */
export const ISSUED_FIELD = 'issued';

type TextField = Exclude<FormField, 'resume' | 'consent'>;

/** What a candidate applies for. */
interface AppliedFor extends AskedQuestions {
  title: string;
  titleLanguage: Language | undefined;
  /** The employer's name; null for a confidential job. */
  employer: string | null;
  /** Where the job is. */
  places: readonly ShownPlace[];
  /** Where the employer says what it does with the data of candidates. */
  privacyUrl?: string | undefined;
  /** How candidates ask for adjustments. */
  accommodation?: string | undefined;
}

/** The form of a posting: empty, or as it was sent. */
export interface ApplyForm extends TypedAnswers {
  /** Undefined if it could not be found. */
  job?: AppliedFor | undefined;
  /** The public id of the posting. */
  publicId: string;
  /** The URL of the posting. */
  postingUrl: string;
  /** Where the form is sent. */
  action: string;
  issued: string;
  /** For how long applications are kept. */
  retentionDays: number;
  /** What was typed. */
  typed?: Partial<Record<TextField, string>>;
  hasConsent?: boolean;
  /** A file was chosen, and has to be chosen again. */
  hadFile?: boolean;
  /** The file that was uploaded, and need not be chosen again. */
  upload?: { id: string; fileName: string } | undefined;
  /** The first broken rule of each field. */
  problems?: Partial<Record<FormField, ViolationCode>>;
  /** Why the form could not be received, though no rule may be broken. */
  problem?: FormProblem;
}

const { properties } = ApplicationForm;

/** How browsers help with each field. */
const inputs = {
  name: { type: 'text', autocomplete: 'name' },
  email: { type: 'email', autocomplete: 'email' },
  telephone: { type: 'tel', autocomplete: 'tel' },
} as const;

/** Neither is required, but one of the two is, as their hints say. */
const oneOfTwo: ReadonlySet<FormField> = new Set(['resume', 'coverLetter']);

const isRequired = (field: FormField) => (ApplicationForm.required as readonly string[]).includes(field);

/** Where the script begins an upload, from the page's own address: it may be that of a CDN. */
const uploadAddress = (publicId: string) =>
  `../..${BASE_PATH}${operations.createUpload.path.replace('{id}', encodeURIComponent(publicId))}`;

const endings = Object.keys(resumeTypes)
  .map((type) => `.${type}`)
  .join(',');

/** What the script says is wrong with a file, by the code of the violation; `failed` for every other reason. */
const sentencesOfUpload = ({ problems: { resume }, uploadProblems }: ApplyWords) => ({
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
        !isRequired(field) && !oneOfTwo.has(field) && html` <span class="quiet">(${words.optional})</span>`
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
    ...(job ? answerFaults(job, form, language) : []),
    ...broken.filter((field) => field === 'consent').map(linkTo),
  ];
  // A file that broke a rule has to be replaced.
  const upload = problems.resume === undefined ? form.upload : undefined;
  const heading = words.heading(job?.title);

  return publicLayout({
    frame,
    title: sentences.length > 0 ? words.errorTitle(heading) : heading,
    main: html`<div class="form">
      <p><a href="${localized(form.postingUrl, frame)}">${words.back}</a></p>
      <h1>${job === undefined ? heading : around(words.heading, job.title, job.titleLanguage)}</h1>
      ${
        job &&
        html`<p class="quiet for">
          ${bdi(job.employer ?? commonWords[language].confidentialEmployer)}${placesInWords(
            job.places,
            language,
          ).map((place) => html` · ${bdi(place)}`)}
        </p> `
      }
      ${formSummary(form.problem === undefined ? words.summary : words.notReceived.title, sentences)}
      ${job && accommodationOf({ employer: job.employer, text: job.accommodation }, frame)}
      <form method="post" action="${form.action}" enctype="multipart/form-data">
        ${input('name')}${input('email')}${input('telephone')}
        <div class="field">
          ${labelOf('resume')}
          <p class="quiet" id="resume-hint" data-uploaded="${words.uploadHint}">${words.resumeHint}</p>
          ${errorOf('resume')}${
            form.hadFile === true && html`<p class="error" id="${applyIds.again}">${words.chooseAgain}</p> `
          }<input
            type="file"
            accept="${endings}"
            ${attributesOf('resume', 'resume-hint', applyIds.problem, ...(form.hadFile === true ? [applyIds.again] : []))}
          />
          <p
            class="error"
            id="${applyIds.problem}"
            aria-live="assertive"
            data-sentences="${JSON.stringify(sentencesOfUpload(words))}"
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
            <button type="button" class="quiet" data-retry hidden>${words.retry}</button>
            <button type="button" class="quiet" data-remove>${words.remove}</button>
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
          ${labelOf('coverLetter')}
          <p class="quiet" id="letter-hint">${words.letterHint}</p>
          ${errorOf('coverLetter')}<textarea
            rows="10"
            dir="auto"
            maxlength="${properties.coverLetter.maxLength}"
            ${attributesOf('coverLetter', 'letter-hint')}
          >
${typed.coverLetter ?? ''}</textarea>
        </div>
        ${job ? questionFields(job, form, language) : keptAnswers(form)}
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
        ${trapField(frame.language)}
        <input type="hidden" name="${ISSUED_FIELD}" value="${form.issued}" />
        <button class="button">${words.send}</button>
      </form>
      ${new Html(`<script>${applyScript}</script>`)}
    </div>`,
  });
}
