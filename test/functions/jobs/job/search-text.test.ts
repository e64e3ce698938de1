import { expect, test } from '@jest/globals';
import { searchText } from '../../../../functions/jobs/job/job-item.ts';
import { matchesText, textCondition } from '../../../../functions/jobs/search/job-search.ts';

test.each([
  ['r-1', 'Baker', 'R-1'],
  ['été', 'Baker', 'ETE-2026'],
  ['de\u0301v', 'D\u00e9veloppeur', 'R-1'],
  ['GROẞ', 'groß', 'R-1'],
  ['ﬁlm', 'FILM', 'R-1'],
  ['TWİTTER', 'twitter', 'R-1'],
  ['ΤΩΙ ΛΟΓΩΙ', 'τῷ λόγῳ', 'R-1'],
  ['φοροσ', 'ΦΟΡΟΣΥΝΗ', 'R-1'],
  ['ΦΟΡΟΣ', 'φοροσυνη', 'R-1'],
  ['vitae', 'Vitæ', 'R-1'],
  ["l'entretien", 'Préposé à l’entretien', 'R-1'],
  [' ', 'Head Baker', 'R-1'],
  ['\u0301', 'Baker', 'R-1'],
])('a search for %j finds the job with the title %j and the referenceId %j', (q, title, referenceId) => {
  const text = searchText({ title, referenceId, status: 'draft' });
  expect(matchesText(text, textCondition(q))).toBe(true);
});

test.each([
  ['manœuvre\nr-1\u0003', 'manoeuvre', 'version 1.2'],
  ['prepose a l’entretien\nr-1\u0003', "l'entretien", 'version 1.2'],
  ['straße\nr-1\u0003', 'STRASSE', 'version 1.1'],
])('the text %j, as stored by a former version, is found by %j', (text, q) => {
  expect(matchesText(text, textCondition(q, 'draft'))).toBe(true);
});
