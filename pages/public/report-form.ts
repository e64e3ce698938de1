import { REPORT_EMAIL_MAX, REPORT_TEXT_MAX, reportReasons } from '../../schemas/report.ts';
import type { Language } from '../../schemas/languages.ts';
import { html } from '../html.ts';
import type { FormProblem } from './apply-words.ts';
import { formSummary } from './form-summary.ts';
import { addressIn, localized, type Frame } from './frame.ts';
import { publicLayout } from './layout.ts';
import { reportFields, reportWords, type ReportField, type ReportProblem } from './report-words.ts';
import { trapField } from './trap-field.ts';
import { typedAttributes } from './typed-text.ts';

/** The form by which a posting is reported: empty, or as it was sent. */
export interface ReportForm {
  /** The title of the job; undefined if it could not be found. */
  title?: string;
  /** The language of the title; undefined where it is not clear. */
  titleLanguage?: Language | undefined;
  /** The URL of the posting. */
  postingUrl: string;
  /** What was typed. */
  typed?: Partial<Record<ReportField, string>>;
  /** The broken rule of each field. */
  problems?: Partial<Record<ReportField, ReportProblem>>;
  /** Why the form could not be received, though no rule may be broken. */
  problem?: FormProblem;
}

/** The form at a posting's `/report`. */
export function reportForm(
  { title, titleLanguage, postingUrl, typed = {}, problems = {}, problem }: ReportForm,
  frame: Frame,
): string {
  const said = reportWords[frame.language];
  const sentenceOf = (field: ReportField): string | undefined => {
    const code = problems[field];
    const sentences: string | Partial<Record<ReportProblem, string>> = said.problems[field];
    return code && (typeof sentences === 'string' ? sentences : sentences[code]);
  };
  const errorOf = (field: ReportField) =>
    problems[field] && html`<p class="error" id="${field}-error">${sentenceOf(field)}</p>`;
  const described = (field: ReportField) =>
    html`aria-describedby="${field}-hint${problems[field] ? ` ${field}-error` : ''}"${
      problems[field] && html` aria-invalid="true"`
    }`;
  const sentences = [
    ...(problem === undefined ? [] : [html`${said.notReceived[problem]}`]),
    ...reportFields
      .filter((field) => problems[field])
      .map((field) => html`<a href="#${field}">${sentenceOf(field)}</a>`),
  ];
  return publicLayout({
    frame,
    title: sentences.length > 0 ? said.errorTitle(said.heading) : said.heading,
    main: html`<div class="form">
      <p><a href="${localized(postingUrl, frame)}">${said.back}</a></p>
      <h1>${said.heading}</h1>
      ${title !== undefined && html`<p class="quiet for" ${typedAttributes(title, titleLanguage)}>${title}</p> `}
      ${formSummary(problem === undefined ? said.summary : said.notReceived.title, sentences)}
      <form method="post" action="${addressIn('', frame.language)}">
        <fieldset class="field" ${problems.reason && html` aria-describedby="reason-error"`}>
          <legend>${said.labels.reason}</legend>
          ${errorOf('reason')}${reportReasons.map(
            (reason, index) =>
              html`<label
                ><input
                  type="radio"
                  name="reason"
                  value="${reason}"
                  required
                  ${index === 0 && html`id="reason"`}${typed.reason === reason && html` checked`}
                />
                <span>${said.reasons[reason]}</span></label
              > `,
          )}
        </fieldset>
        <div class="field">
          <label for="text">${said.labels.text}</label>
          <p class="quiet" id="text-hint">${said.textHint}</p>
          ${errorOf('text')}<textarea
            id="text"
            name="text"
            rows="6"
            dir="auto"
            maxlength="${REPORT_TEXT_MAX}"
            ${described('text')}
          >
${typed.text ?? ''}</textarea>
        </div>
        <div class="field">
          <label for="email">${said.labels.email} <span class="quiet">(${said.optional})</span></label>
          <p class="quiet" id="email-hint">${said.emailHint}</p>
          ${errorOf('email')}<input
            type="email"
            id="email"
            name="email"
            autocomplete="email"
            dir="auto"
            maxlength="${REPORT_EMAIL_MAX}"
            value="${typed.email ?? ''}"
            ${described('email')}
          />
        </div>
        ${trapField(frame.language)}
        <button class="button">${said.send}</button>
      </form>
    </div>`,
  });
}
