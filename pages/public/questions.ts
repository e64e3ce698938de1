import { ANSWER_DATE_MIN, ANSWER_MAX } from '../../schemas/answer.ts';
import type { Language } from '../../schemas/languages.ts';
import type { Question, QuestionType } from '../../schemas/question.ts';
import type { ViolationCode } from '../../schemas/violations.ts';
import { html, type Html } from '../html.ts';
import { applyWords } from './apply-words.ts';
import { questionWords } from './question-words.ts';
import { withUserText, bdi, userTextAttributes } from './user-text.ts';

/** Hidden field with the digest of the displayed questions. */
export const QUESTIONS_FIELD = 'questions';

/** A question with more options gets a select list. */
const MAX_RADIO_BUTTONS = 7;

export interface FormQuestions {
  /** In the language of the form. An answer is sent as one of the `options`, and shown as the label of the option. */
  questions: readonly (Question & { labels: readonly string[]; language?: Language | undefined })[];
  /** Changes when the questions change. */
  digest: string;
}

export interface SubmittedAnswers {
  /** Field values by question id, also for questions that the job no longer has. */
  answers?: ReadonlyMap<string, readonly string[]>;
  /** Digest of the questions that the candidate saw. */
  answeredDigest?: string;
  /** First violation of each answer, by question id. */
  answerProblems?: ReadonlyMap<string, ViolationCode>;
  /** True if the questions changed after the form was displayed. */
  haveChanged?: boolean;
}

/** Field name of an answer, and id of its first element. */
const answerFieldName = (id: string): string => `answer.${id}`;

function answerErrorMessage({ type }: Question, code: ViolationCode, language: Language): string {
  const { rules, required } = questionWords[language];
  return code === 'required' ? required : rules[type];
}

/** Error messages about answers, as links to their fields. */
export function answerErrorLinks(
  { questions }: FormQuestions,
  { answerProblems, haveChanged = false }: SubmittedAnswers,
  language: Language,
): Html[] {
  const { problemOf, unanswered, changed } = questionWords[language];
  return [
    ...(haveChanged ? [html`${changed}`] : []),
    ...questions.flatMap((question) => {
      const code = answerProblems?.get(question.id);
      if (!code) return [];
      const addMessage = (text: string) =>
        code === 'required'
          ? unanswered(text)
          : problemOf(text, answerErrorMessage(question, code, language));
      const label = withUserText(addMessage, question.text, question.language);
      return [html`<a href="#${answerFieldName(question.id)}">${label}</a>`];
    }),
  ];
}

interface QuestionField {
  question: FormQuestions['questions'][number];
  typed: readonly string[];
  language: Language;
  /** ARIA attributes that refer to the hint and the error. */
  described: Html;
}

/** One radio button or checkbox per allowed value. */
const buttons =
  (kind: 'radio' | 'checkbox', values: (asked: QuestionField) => [value: string, words: Html | string][]) =>
  (asked: QuestionField): Html[] => {
    const { question, typed } = asked;
    const name = answerFieldName(question.id);
    return values(asked).map(
      ([value, words], index) =>
        html`<label
          ><input
            type="${kind}"
            name="${name}"
            value="${value}"
            ${index === 0 && html`id="${name}" `}${kind === 'radio' && question.required && html`required `}${typed.includes(value) && html`checked`}
          />
          <span>${words}</span></label
        > `,
    );
  };

const labelledOptions = ({ question }: QuestionField) =>
  question.options.map((option, index): [string, Html] => {
    const label = question.labels[index] ?? option;
    return [option, bdi(label, question.language)];
  });

const input =
  (attributes: Html) =>
  ({ question, typed, described }: QuestionField): Html =>
    html`<input
      ${attributes}
      id="${answerFieldName(question.id)}"
      name="${answerFieldName(question.id)}"
      value="${typed[0] ?? ''}"
      ${question.required && html`required `}${described}
    /> `;

/** The form control of a question. A group of controls needs a fieldset with a legend. */
interface Control {
  isGroup: boolean;
  show: (asked: QuestionField) => Html | Html[];
}

const singleControl = (show: Control['show']): Control => ({ isGroup: false, show });
const groupControl = (show: Control['show']): Control => ({ isGroup: true, show });

const choiceButtons = groupControl(buttons('radio', labelledOptions));

const choiceList = singleControl(
  ({ question, typed, language, described }) =>
    html`<select
      id="${answerFieldName(question.id)}"
      name="${answerFieldName(question.id)}"
      ${question.required && html`required `}${described}
    >
      <option value="">${questionWords[language].choose}</option>
      ${question.options.map((option, index) => {
        const label = question.labels[index] ?? option;
        return html`<option
          value="${option}"
          ${userTextAttributes(label, question.language)}
          ${typed.includes(option) && html`selected`}
        >
          ${label}
        </option> `;
      })}
    </select> `,
);

const controls: Record<Exclude<QuestionType, 'choice'>, Control> = {
  shortText: singleControl(input(html`type="text" dir="auto" maxlength="${ANSWER_MAX.shortText}"`)),
  longText: singleControl(
    ({ question, typed, described }) =>
      html`<textarea
        id="${answerFieldName(question.id)}"
        name="${answerFieldName(question.id)}"
        rows="6"
        dir="auto"
        maxlength="${ANSWER_MAX.longText}"
        ${question.required && html`required `}${described}
      >
${typed[0] ?? ''}</textarea> `,
  ),
  yesNo: groupControl(
    buttons('radio', ({ language }) => [
      ['yes', questionWords[language].yes],
      ['no', questionWords[language].no],
    ]),
  ),
  choices: groupControl(buttons('checkbox', labelledOptions)),
  number: singleControl(input(html`type="number" step="any" min="0"`)),
  date: singleControl(input(html`type="date" min="${ANSWER_DATE_MIN}"`)),
};

const selectControl = ({ type, options }: Question): Control => {
  if (type === 'choice') return options.length > MAX_RADIO_BUTTONS ? choiceList : choiceButtons;
  return controls[type];
};

/** The types of questions whose field does not show the expected format. */
const hinted: ReadonlySet<QuestionType> = new Set(['longText', 'choices']);

function questionFieldElement(
  question: QuestionField['question'],
  { answers, answerProblems }: SubmittedAnswers,
  language: Language,
): Html {
  const { isGroup, show } = selectControl(question);
  const name = answerFieldName(question.id);
  const hint = hinted.has(question.type) && questionWords[language].rules[question.type];
  const code = answerProblems?.get(question.id);
  const describedBy = [...(hint ? [`${name}-hint`] : []), ...(code ? [`${name}-error`] : [])];
  const described = html`${code && !isGroup && html`aria-invalid="true" `}${describedBy.length > 0 && html`aria-describedby="${describedBy.join(' ')}"`}`;
  const words = html`${bdi(question.text, question.language)}${
    !question.required && html` <span class="quiet">(${applyWords[language].optional})</span>`
  }`;
  const inner = html`${hint && html`<p class="quiet" id="${name}-hint">${hint}</p> `}${
    code && html`<p class="error" id="${name}-error">${answerErrorMessage(question, code, language)}</p> `
  }${show({ question, typed: answers?.get(question.id) ?? [], language, described })}`;
  return isGroup
    ? html`<fieldset class="field" ${described}>
        <legend>${words}</legend>
        ${inner}
      </fieldset> `
    : html`<div class="field"><label for="${name}">${words}</label>${inner}</div> `;
}

const hiddenInput = (name: string, value: string) =>
  html`<input type="hidden" name="${name}" value="${value}" autocomplete="off" /> `;

/** Hidden fields that resubmit answers when the job is not available. */
export const hiddenAnswerFields = ({ answers, answeredDigest = '' }: SubmittedAnswers): Html =>
  html`${[...(answers ?? [])].flatMap(([id, texts]) => texts.map((text) => hiddenInput(answerFieldName(id), text)))}${
    answeredDigest !== '' && hiddenInput(QUESTIONS_FIELD, answeredDigest)
  }`;

/** Answers to removed questions, for the candidate to copy. */
function removedQuestionAnswers(
  { questions }: FormQuestions,
  { answers }: SubmittedAnswers,
  language: Language,
): Html | false {
  const questionIds = new Set(questions.map(({ id }) => id));
  const texts = [...(answers ?? [])]
    .filter(([id]) => !questionIds.has(id))
    .flatMap(([, values]) => values.filter((text) => text !== ''));
  return (
    texts.length > 0 &&
    html`<div class="field">
      <p>${questionWords[language].notAsked}</p>
      <ul>
        ${texts.map((text) => html`<li class="typed">${bdi(text)}</li> `)}
      </ul>
    </div> `
  );
}

/** The questions of a job as form fields, with the submitted answers. */
export const questionFields = (asked: FormQuestions, typed: SubmittedAnswers, language: Language): Html =>
  html`${asked.questions.map((question) => questionFieldElement(question, typed, language))}${removedQuestionAnswers(asked, typed, language)}${
    asked.digest !== '' && hiddenInput(QUESTIONS_FIELD, asked.digest)
  }`;
