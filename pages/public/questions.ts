import { ANSWER_MAX } from '../../schemas/answer.ts';
import type { Language } from '../../schemas/languages.ts';
import type { Question, QuestionType } from '../../schemas/question.ts';
import type { ViolationCode } from '../../schemas/violations.ts';
import { html, type Html } from '../html.ts';
import { applyWords } from './apply-words.ts';
import { questionWords } from './question-words.ts';
import { around, bdi, typedAttributes } from './typed-text.ts';

/** The field with what tells whether the questions have changed since the form was shown. */
export const QUESTIONS_FIELD = 'questions';

/** So many options are shown as buttons, more as a list. */
const MOST_BUTTONS = 7;

/** The questions of a form, and how they were answered. */
export interface AskedQuestions {
  questions: readonly (Question & { language?: Language | undefined })[];
  /** Tells whether the questions are still the same. */
  digest: string;
}

/** What was sent as answers, by the ids of questions. */
export interface TypedAnswers {
  /** The texts of the fields, also of questions that the job does not have. */
  answers?: ReadonlyMap<string, readonly string[]>;
  /** The digest of the questions that were answered. */
  answeredDigest?: string;
  /** The first rule that each answer breaks. */
  answerProblems?: ReadonlyMap<string, ViolationCode>;
  /** The questions are others than those that were answered. */
  haveChanged?: boolean;
}

/** The name of the field with the answer to a question, which is also the id of its first element. */
const answerField = (id: string): string => `answer.${id}`;

/** What is wrong with an answer. */
function answerSentence({ type }: Question, code: ViolationCode, language: Language): string {
  const { rules, required } = questionWords[language];
  return code === 'required' ? required : rules[type];
}

/** What is wrong with the answers, as sentences that lead to the fields. */
export function answerFaults(
  { questions }: AskedQuestions,
  { answerProblems, haveChanged = false }: TypedAnswers,
  language: Language,
): Html[] {
  const { problemOf, changed } = questionWords[language];
  return [
    ...(haveChanged ? [html`${changed}`] : []),
    ...questions.flatMap((question) => {
      const code = answerProblems?.get(question.id);
      const said = (text: string) => problemOf(text, answerSentence(question, code ?? 'required', language));
      return code
        ? [html`<a href="#${answerField(question.id)}">${around(said, question.text, question.language)}</a>`]
        : [];
    }),
  ];
}

/** A question in its form. */
interface Asked {
  question: AskedQuestions['questions'][number];
  typed: readonly string[];
  language: Language;
  /** The attributes of an element with its hint and what is wrong with it. */
  described: Html;
}

/** Buttons or boxes, one for each value that the answer may have. */
const buttons =
  (kind: 'radio' | 'checkbox', values: (asked: Asked) => [value: string, words: Html | string][]) =>
  (asked: Asked): Html[] => {
    const { question, typed } = asked;
    const name = answerField(question.id);
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

const optionsOf = ({ question }: Asked) =>
  question.options.map((option): [string, Html] => [option, bdi(option, question.language)]);

const input =
  (attributes: Html) =>
  ({ question, typed, described }: Asked): Html =>
    html`<input
      ${attributes}
      id="${answerField(question.id)}"
      name="${answerField(question.id)}"
      value="${typed[0] ?? ''}"
      ${question.required && html`required `}${described}
    /> `;

/** The elements that answer a question, and whether they are several, which a legend names. */
interface Control {
  isGroup: boolean;
  show: (asked: Asked) => Html | Html[];
}

const one = (show: Control['show']): Control => ({ isGroup: false, show });
const group = (show: Control['show']): Control => ({ isGroup: true, show });

const choiceButtons = group(buttons('radio', optionsOf));

const choiceList = one(
  ({ question, typed, language, described }) =>
    html`<select
      id="${answerField(question.id)}"
      name="${answerField(question.id)}"
      ${question.required && html`required `}${described}
    >
      <option value="">${questionWords[language].choose}</option>
      ${question.options.map(
        (option) =>
          html`<option
            value="${option}"
            ${typedAttributes(option, question.language)}
            ${typed.includes(option) && html`selected`}
          >
            ${option}
          </option> `,
      )}
    </select> `,
);

const controls: Record<Exclude<QuestionType, 'choice'>, Control> = {
  shortText: one(input(html`type="text" dir="auto" maxlength="${ANSWER_MAX.shortText}"`)),
  longText: one(
    ({ question, typed, described }) =>
      html`<textarea
        id="${answerField(question.id)}"
        name="${answerField(question.id)}"
        rows="6"
        dir="auto"
        maxlength="${ANSWER_MAX.longText}"
        ${question.required && html`required `}${described}
      >
${typed[0] ?? ''}</textarea> `,
  ),
  yesNo: group(
    buttons('radio', ({ language }) => [
      ['yes', questionWords[language].yes],
      ['no', questionWords[language].no],
    ]),
  ),
  choices: group(buttons('checkbox', optionsOf)),
  number: one(input(html`type="number" step="any"`)),
  date: one(input(html`type="date"`)),
};

const controlOf = ({ type, options }: Question): Control => {
  if (type === 'choice') return options.length > MOST_BUTTONS ? choiceList : choiceButtons;
  return controls[type];
};

/** A question with its field. */
function fieldOf(
  question: Asked['question'],
  { answers, answerProblems }: TypedAnswers,
  language: Language,
): Html {
  const { isGroup, show } = controlOf(question);
  const name = answerField(question.id);
  const hint = questionWords[language].rules[question.type];
  const code = answerProblems?.get(question.id);
  const describedBy = [`${name}-hint`, ...(code ? [`${name}-error`] : [])];
  const described = html`${code && !isGroup && html`aria-invalid="true" `}aria-describedby="${describedBy.join(' ')}"`;
  const words = html`${bdi(question.text, question.language)}${
    !question.required && html` <span class="quiet">(${applyWords[language].optional})</span>`
  }`;
  const inner = html`<p class="quiet" id="${name}-hint">${hint}</p>
    ${
      code && html`<p class="error" id="${name}-error">${answerSentence(question, code, language)}</p> `
    }${show({ question, typed: answers?.get(question.id) ?? [], language, described })}`;
  return isGroup
    ? html`<fieldset class="field" ${described}>
        <legend>${words}</legend>
        ${inner}
      </fieldset> `
    : html`<div class="field"><label for="${name}">${words}</label>${inner}</div> `;
}

const hidden = (name: string, value: string) =>
  html`<input type="hidden" name="${name}" value="${value}" autocomplete="off" /> `;

/** Answers to questions that are not known here, so that they are sent again. */
export const keptAnswers = ({ answers, answeredDigest = '' }: TypedAnswers): Html =>
  html`${[...(answers ?? [])].flatMap(([id, texts]) => texts.map((text) => hidden(answerField(id), text)))}${
    answeredDigest !== '' && hidden(QUESTIONS_FIELD, answeredDigest)
  }`;

/** Answers that nobody asks for any more, to be copied. */
function leftAnswers(
  { questions }: AskedQuestions,
  { answers }: TypedAnswers,
  language: Language,
): Html | false {
  const asked = new Set(questions.map(({ id }) => id));
  const left = [...(answers ?? [])].filter(([id]) => !asked.has(id)).flatMap(([, texts]) => texts);
  const shown = left.filter((text) => text !== '');
  return (
    shown.length > 0 &&
    html`<div class="field">
      <p>${questionWords[language].notAsked}</p>
      <ul>
        ${shown.map((text) => html`<li class="typed">${bdi(text)}</li> `)}
      </ul>
    </div> `
  );
}

/** The questions of a job as fields of its form, with what was answered. */
export const questionFields = (asked: AskedQuestions, typed: TypedAnswers, language: Language): Html =>
  html`${asked.questions.map((question) => fieldOf(question, typed, language))}${leftAnswers(asked, typed, language)}${
    asked.digest !== '' && hidden(QUESTIONS_FIELD, asked.digest)
  }`;
