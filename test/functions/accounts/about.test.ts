import { expect, test } from '@jest/globals';
import { cleanHtml } from '../../../functions/markup/clean-html.ts';
import { parseProfileChanges } from '../../../functions/accounts/domain/profile.ts';
import { hostileMarkup } from '../../browser/markup-fixtures.ts';

const submitted = (about: string) => ({ fields: { about }, violations: [], warnings: [], strict: false });

test.each(await hostileMarkup())(
  "the profile's about text is cleaned like a job description: %s",
  async (_, texts) => {
    for (const text of texts) {
      const about = `We bake. ${text}`;
      const { html, removed } = await cleanHtml(about);
      const { fields, warnings } = await parseProfileChanges(submitted(about));
      expect([text, fields]).toEqual([text, { about: html }]);
      const removals = warnings.flatMap((warning) => warning.removed ?? []);
      expect([text, removals]).toEqual([text, removed.length > 0 ? [removed.join(', ')] : []]);
    }
  },
);
