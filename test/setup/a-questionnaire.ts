/** A question of every type, all to be answered, with options where it has some. */
export const everyQuestion = [
  { id: 'shop', text: 'Where have you baked?', type: 'shortText', required: true, options: [] },
  { id: 'why', text: 'Why bread?', type: 'longText', required: true, options: [] },
  {
    id: 'licence',
    text: 'Avez-vous un permis de conduire\u00A0?',
    type: 'yesNo',
    required: true,
    options: [],
  },
  { id: 'shift', text: 'Which shift?', type: 'choice', required: true, options: ['Day & night', 'Nuit'] },
  {
    id: 'breads',
    text: 'Which breads?',
    type: 'choices',
    required: true,
    options: ['Rye', '<Spelt>', 'Seigle'],
  },
  { id: 'years', text: 'How many years?', type: 'number', required: true, options: [] },
  { id: 'start', text: 'When can you start?', type: 'date', required: true, options: [] },
] as const;

/** What answers them, by the id. No log line may contain the first. */
export const everyAnswer = {
  shop: 'Boulangerie Çà-et-là',
  why: 'It smells.\nIt feeds.',
  licence: false,
  shift: 'Day & night',
  breads: ['Rye', '<Spelt>'],
  years: -2.5,
  start: '2031-05-30',
};

type Value = string | number | boolean | object | null | undefined;

export type Answers = Readonly<Record<string, Value>>;

/** Answers as JSON has them. */
export const asJson = (answers: Answers) =>
  Object.entries(answers).map(([question, value]) => ({ question, value }));

/** Answers as the fields of a form: several for a list, none for undefined. */
export const asFields = (answers: Answers): [name: string, text: string][] =>
  Object.entries(answers).flatMap(([id, value]) => {
    const texts = [value].flat().filter((text) => text !== undefined);
    return texts.map((text): [string, string] => {
      if (typeof text === 'boolean') return [`answer.${id}`, text ? 'yes' : 'no'];
      return [`answer.${id}`, typeof text === 'string' ? text : JSON.stringify(text)];
    });
  });
