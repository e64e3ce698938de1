import { expect, test } from '@jest/globals';
import { applicationWords } from '../../pages/public/application-words.ts';
import { applyWords } from '../../pages/public/apply-words.ts';
import { languages } from '../../schemas/languages.ts';

test('macros are named where they were found, and not to everybody who chooses a file', () => {
  for (const language of languages) {
    const { resumeHint, uploadHint, problems } = applyWords[language];
    expect(problems.resume.file_macros).toMatch(/macros/);
    expect(`${resumeHint} ${uploadHint}`).not.toMatch(/macro/);
  }
});

test('a label in the middle of a line does not end with a colon', () => {
  for (const language of languages) {
    const { receivedAt, from, file } = applicationWords[language];
    expect([receivedAt, from, file].filter((name) => /\W$/.test(name))).toEqual([]);
  }
});
