import { REPORT_EMAIL_MAX, REPORT_TEXT_MAX, reportReasons } from '../../schemas/report.ts';
import type { Language } from '../../schemas/languages.ts';
import { Html, html } from '../html.ts';
import { applyWords, type FormProblem } from './apply-words.ts';
import { formScript } from './keep-text-script.ts';
import { formSummary, honeypotField } from './form-parts.ts';
import { addressIn } from './formats.ts';
import { localized, type Frame } from './frame.ts';
import { publicLayout, textPage } from './layout.ts';
import { reportFields, reportWords, type ReportField, type ReportProblem } from './report-words.ts';
import { withUserText, userTextAttributes } from './user-text.ts';

/** The report form of a posting: empty, or prefilled after a rejected submission. */
export interface ReportForm {
  /** Title of the job; undefined if it was not found. */
  title?: string;
  /** Undefined if unclear. */
  titleLanguage?: Language | undefined;
  /** The URL of the posting. */
  postingUrl: string;
  /** Submitted values. */
  typed?: Partial<Record<ReportField, string>>;
  /** Violation of each field. */
  problems?: Partial<Record<ReportField, ReportProblem>>;
  /** Why the service could not accept the form, apart from its fields. */
  problem?: FormProblem;
}

/** The form at a posting's `/report`. */
export function reportForm(
  { title, titleLanguage, postingUrl, typed = {}, problems = {}, problem }: ReportForm,
  frame: Frame,
): string {
  const texts = reportWords[frame.language];
  const { back, errorTitle, optional } = applyWords[frame.language];
  const sentenceOf = (field: ReportField): string | undefined => {
    const code = problems[field];
    const sentences: string | Partial<Record<ReportProblem, string>> = texts.problems[field];
    return code && (typeof sentences === 'string' ? sentences : sentences[code]);
  };
  const errorOf = (field: ReportField) =>
    problems[field] && html`<p class="error" id="${field}-error">${sentenceOf(field)}</p>`;
  const described = (field: ReportField) =>
    html`aria-describedby="${field}-hint${problems[field] ? ` ${field}-error` : ''}"${
      problems[field] && html` aria-invalid="true"`
    }`;
  const sentences = [
    ...(problem === undefined ? [] : [html`${texts.notReceived[problem]}`]),
    ...reportFields
      .filter((field) => problems[field])
      .map((field) => html`<a href="#${field}">${sentenceOf(field)}</a>`),
  ];
  return publicLayout({
    frame,
    title: sentences.length > 0 ? errorTitle(texts.heading) : texts.heading,
    main: html`<div class="form">
      <p><a href="${localized(postingUrl, frame)}">${back}</a></p>
      <h1>${texts.heading}</h1>
      ${title !== undefined && html`<p class="quiet" ${userTextAttributes(title, titleLanguage)}>${title}</p> `}
      ${formSummary(problem === undefined ? texts.summary : texts.notReceived.title, sentences)}
      <form method="post" action="${addressIn('', frame.language)}" novalidate>
        <fieldset class="field" ${problems.reason && html` aria-describedby="reason-error"`}>
          <legend>${texts.labels.reason}</legend>
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
                <span>${texts.reasons[reason]}</span></label
              > `,
          )}
        </fieldset>
        <div class="field">
          <label for="text">${texts.labels.text}</label>
          <p class="quiet" id="text-hint">${texts.textHint}</p>
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
          <label for="email">${texts.labels.email} <span class="quiet">(${optional})</span></label>
          <p class="quiet" id="email-hint">${texts.emailHint}</p>
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
        ${honeypotField(frame.language)}
        <button class="button">${texts.send}</button>
      </form>
      ${new Html(`<script>${formScript}</script>`)}
    </div>`,
  });
}

/** Page after a report, with the next steps. */
export function reportReceivedPage(postingUrl: string, frame: Frame): string {
  const texts = reportWords[frame.language];
  const { back } = applyWords[frame.language];
  const operator = frame.site?.operator.name ?? '';
  return textPage(
    frame,
    texts.received,
    html`<p>${withUserText(texts.receivedBy, operator)}</p>
      <p>${texts.confidential}</p>
      <p>${texts.deceived} <a href="${texts.antiFraudCentre}">${new URL(texts.antiFraudCentre).host}</a></p>
      <p><a href="${localized(postingUrl, frame)}">${back}</a></p>`,
  );
}
